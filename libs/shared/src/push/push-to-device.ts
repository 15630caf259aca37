import { fieldChanges } from '../audit/field-changes.ts';
import { commit } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { DeviceModel, type DeviceRow } from '../models/device.ts';
import { auditedDevice } from './audited-device.ts';
import type { IsWanted, PushAnswer, PushMessage } from './push-message.ts';
import type { PushSenders } from './push-senders.ts';

/** Marks a device INVALID. A device with a new token and an ended device stay unchanged. */
async function markInvalid(ctx: OperationContext, { _id, tokenHash }: DeviceRow): Promise<void> {
  const now = new Date();
  await commit({ ...ctx, now }, async (change) => {
    const filter = {
      _id,
      tenantId: ctx.tenantId,
      isLive: true,
      tokenHash,
      status: { $in: ['ACTIVE' as const, 'STALE' as const] },
    };
    const update = { $set: { status: 'INVALID' as const, updatedAt: now }, $inc: { version: 1 } };
    const { session } = change;
    const row = await DeviceModel.findOneAndUpdate(filter, update, { session }).lean<DeviceRow>();
    if (!row) return;
    change.record({
      action: 'device.updated',
      targets: [{ type: 'device', id: _id }],
      actor: { type: 'SYSTEM', id: null, name: 'System' },
      changes: fieldChanges(row, { ...row, status: 'INVALID' }, auditedDevice),
    });
  });
}

/** Sends a message to a device. It marks the device INVALID if the push service no longer knows it. */
export async function pushToDevice(
  ctx: OperationContext,
  senders: PushSenders,
  { device, message, isWanted }: { device: DeviceRow; message: PushMessage; isWanted?: IsWanted },
): Promise<PushAnswer> {
  const answer = await senders.pushTo(device, message, isWanted);
  if (answer.result === 'GONE') await markInvalid(ctx, device);
  return answer;
}
