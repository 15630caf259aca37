import type { Change } from '@pas/shared/change/commit';
import { workingControllerKeys } from '@pas/shared/api-keys/controller-key-state';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import type { RowContext } from '@pas/shared/models/new-row';

interface EndedKeys {
  accessPointId: string;
  /** Time until which the current key still works; null to end it now. */
  graceUntil: Date | null;
}

/**
 * Ends the keys of a door's controller, if it has any. A predecessor in its grace period ends now. The gateways
 * refuse an ended key within a second of the commit.
 *
 * @returns the ids of the keys that worked before
 */
export async function endControllerKeys(
  { tenantId, now }: RowContext,
  { session }: Change,
  { accessPointId, graceUntil }: EndedKeys,
): Promise<string[]> {
  const keys = { tenantId, accessPointId };
  const working = await ControllerKeyModel.find({ ...keys, ...workingControllerKeys(now) }, { _id: 1 })
    .session(session)
    .sort({ _id: 1 })
    .lean<Pick<ControllerKeyRow, '_id'>[]>();
  await ControllerKeyModel.updateMany(
    { ...keys, isLive: false, graceUntil: { $gt: now } },
    { $set: { graceUntil: null, updatedAt: now }, $inc: { version: 1 } },
    { session },
  );
  await ControllerKeyModel.updateOne(
    { ...keys, isLive: true },
    { $set: { isLive: false, deletedAt: now, graceUntil, updatedAt: now }, $inc: { version: 1 } },
    { session },
  );
  return working.map(({ _id }) => _id);
}
