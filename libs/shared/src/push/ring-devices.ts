import type { OperationContext } from '../context/operation-context.ts';
import { DeviceModel, type DeviceRow } from '../models/device.ts';
import type { IsWanted, PushAnswer, PushMessage } from './push-message.ts';
import type { PushSenders } from './push-senders.ts';
import { pushToDevice } from './push-to-device.ts';

/** Result of the message to one of the devices. */
export interface RungDevice extends PushAnswer {
  deviceId: string;
  userId: string;
  provider: DeviceRow['provider'];
}

interface Ring {
  /** The residents to ring. The caller has applied residences and quiet hours. */
  userIds: readonly string[];
  /** The message in the person's language. */
  messageFor: (userId: string) => PushMessage;
  /** Ends the tries of outdated messages; without it, they are always wanted. */
  isWanted?: IsWanted;
  /** Called with the result of each message. */
  onAnswer?: (answer: PushAnswer) => void;
}

/** Running messages to devices. */
export interface StartedRing {
  /** Results of the messages, after 10 s at most. */
  rung: Promise<RungDevice[]>;
}

/**
 * Reads the ACTIVE devices of residents and starts to send a message to all of them concurrently. Devices that a push
 * service no longer knows become INVALID.
 */
export async function startRing(
  ctx: OperationContext,
  senders: PushSenders,
  { userIds, messageFor, isWanted, onAnswer }: Ring,
): Promise<StartedRing> {
  const { tenantId } = ctx;
  const filter = { tenantId, userId: { $in: [...userIds] }, isLive: true, status: 'ACTIVE' as const };
  const devices = await DeviceModel.find(filter).lean<DeviceRow[]>();
  const rung = Promise.all(
    devices.map(async (device) => {
      const { _id: deviceId, userId, provider } = device;
      const answer = await pushToDevice(ctx, senders, {
        device,
        message: messageFor(userId),
        ...(isWanted && { isWanted }),
      });
      onAnswer?.(answer);
      return { deviceId, userId, provider, ...answer };
    }),
  );
  return { rung };
}

/** Calls `startRing` and waits for the results. */
export async function ringDevices(
  ctx: OperationContext,
  senders: PushSenders,
  ring: Ring,
): Promise<RungDevice[]> {
  const { rung } = await startRing(ctx, senders, ring);
  return rung;
}
