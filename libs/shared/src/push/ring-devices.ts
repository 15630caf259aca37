import type { OperationContext } from '../context/operation-context.ts';
import { DeviceModel, type DeviceRow } from '../models/device.ts';
import type { IsWanted, PushAnswer, PushMessage } from './push-message.ts';
import type { PushSenders } from './push-senders.ts';
import { pushToDevice } from './push-to-device.ts';

/** What came of a message to one of the devices. */
export interface RungDevice extends PushAnswer {
  deviceId: string;
  userId: string;
  provider: DeviceRow['provider'];
}

interface Ring {
  /** The residents, as the caller has chosen them: who lives there, with their quiet hours. */
  userIds: readonly string[];
  /** The message in the person's language. */
  messageFor: (userId: string) => PushMessage;
  /** Ends the tries of messages that came too late; without it, they are always wanted. */
  isWanted?: IsWanted;
}

/** Messages that are under way. */
export interface StartedRing {
  /** What came of them, in 10 s at most. */
  rung: Promise<RungDevice[]>;
}

/**
 * Reads the ACTIVE devices of residents and begins to send a message to all of them at once. Devices that a push service
 * does not know any more are marked INVALID.
 */
export async function startRing(
  ctx: OperationContext,
  senders: PushSenders,
  { userIds, messageFor, isWanted }: Ring,
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
      return { deviceId, userId, provider, ...answer };
    }),
  );
  return { rung };
}

/** `startRing`, and the wait for its answers. */
export async function ringDevices(
  ctx: OperationContext,
  senders: PushSenders,
  ring: Ring,
): Promise<RungDevice[]> {
  const { rung } = await startRing(ctx, senders, ring);
  return rung;
}
