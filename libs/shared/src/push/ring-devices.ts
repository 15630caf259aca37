import type { OperationContext } from '../context/operation-context.ts';
import { DeviceModel, type DeviceRow } from '../models/device.ts';
import type { PushAnswer, PushMessage } from './push-message.ts';
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
}

/**
 * Sends a message to all ACTIVE devices of residents at once, and waits for the answers, at most 10 s. Devices that a
 * push service does not know any more are marked INVALID.
 */
export async function ringDevices(
  ctx: OperationContext,
  senders: PushSenders,
  { userIds, messageFor }: Ring,
): Promise<RungDevice[]> {
  const { tenantId } = ctx;
  const filter = { tenantId, userId: { $in: [...userIds] }, isLive: true, status: 'ACTIVE' as const };
  const devices = await DeviceModel.find(filter).lean<DeviceRow[]>();
  return Promise.all(
    devices.map(async (device) => {
      const { _id: deviceId, userId, provider } = device;
      const answer = await pushToDevice(ctx, senders, { device, message: messageFor(userId) });
      return { deviceId, userId, provider, ...answer };
    }),
  );
}
