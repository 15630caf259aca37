import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { DeviceModel, revokedDevice, type DeviceRow } from '@pas/shared/models/device';

/** Revokes a device within a change, and deletes its push token. The caller records it in the audit. */
export async function revokeDevice(
  { now }: OperationContext,
  { session }: Change,
  { _id, tenantId }: DeviceRow,
): Promise<void> {
  const update = { $set: { ...revokedDevice(now), updatedAt: now }, $inc: { version: 1 } };
  await DeviceModel.updateOne({ _id, tenantId, isLive: true }, update, { session });
}
