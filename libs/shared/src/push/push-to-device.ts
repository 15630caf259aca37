import { fieldChanges } from '../audit/field-changes.ts';
import { commit } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { DeviceModel, type DeviceRow } from '../models/device.ts';
import { auditedDevice } from './audited-device.ts';
import type { IsWanted, PushAnswer, PushMessage } from './push-message.ts';
import { propertiesOfOwner } from './properties-of-owner.ts';
import type { PushSenders } from './push-senders.ts';

const usable = { isLive: true, status: { $in: ['ACTIVE' as const, 'STALE' as const] } };

/**
 * Marks a device INVALID. An ended device stays unchanged. A registration after the message, or after the push service
 * last found the token invalid, keeps the device. Each stored registration encrypts the token again.
 */
async function markInvalid(
  ctx: OperationContext,
  { _id, pushToken, lastSeenAt }: DeviceRow,
  goneAt = lastSeenAt,
): Promise<void> {
  const now = new Date();
  await commit({ ...ctx, now }, async (change) => {
    const seenBefore = new Date(Math.min(Number(goneAt), Number(lastSeenAt)));
    const filter = { _id, tenantId: ctx.tenantId, ...usable, pushToken, lastSeenAt: { $lte: seenBefore } };
    const update = { $set: { status: 'INVALID' as const, updatedAt: now }, $inc: { version: 1 } };
    const { session } = change;
    const row = await DeviceModel.findOneAndUpdate(filter, update, { session }).lean<DeviceRow>();
    if (!row) return;
    change.record({
      action: 'device.updated',
      targets: [{ type: 'device', id: _id }],
      actor: { type: 'SYSTEM', id: null, name: 'System' },
      changes: fieldChanges(row, { ...row, status: 'INVALID' }, auditedDevice),
      propertyIds: await propertiesOfOwner(row, ctx.now, session),
    });
  });
}

/**
 * Returns the check of a message that waits: it is wanted, and the person still has the device. A token may belong to
 * somebody else by then.
 */
const stillHas =
  ({ _id, tenantId, tokenHash }: DeviceRow, isWanted: IsWanted): IsWanted =>
  async () =>
    (await isWanted()) && (await DeviceModel.exists({ _id, tenantId, tokenHash, isLive: true })) !== null;

/**
 * Sends a message to a device. It marks the device INVALID if the push service no longer knows it. The result for a
 * device that was registered again meanwhile is UNREACHABLE.
 */
export async function pushToDevice(
  ctx: OperationContext,
  senders: PushSenders,
  {
    device,
    message,
    isWanted = () => Promise.resolve(true),
  }: { device: DeviceRow; message: PushMessage; isWanted?: IsWanted },
): Promise<PushAnswer> {
  const { result, reason, goneAt } = await senders.pushTo(device, message, stillHas(device, isWanted));
  if (result !== 'GONE') return { result, reason };
  await markInvalid(ctx, device, goneAt);
  const { _id, tenantId } = device;
  const isAlive = (await DeviceModel.exists({ _id, tenantId, ...usable })) !== null;
  return { result: isAlive ? 'UNREACHABLE' : 'GONE', reason };
}
