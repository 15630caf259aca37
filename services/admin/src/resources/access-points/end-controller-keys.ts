import type { Change } from '@pas/shared/change/commit';
import { ControllerKeyModel } from '@pas/shared/models/controller-key';
import type { RowContext } from '@pas/shared/models/new-row';

interface EndedKeys {
  accessPointId: string;
  /** Time until which the current key still works; null to end it now. */
  graceUntil: Date | null;
}

/**
 * Ends the keys of a door's controller, if it has any. A predecessor in its grace period ends now. The gateways
 * refuse an ended key within a second of the commit.
 */
export async function endControllerKeys(
  { tenantId, now }: RowContext,
  { session }: Change,
  { accessPointId, graceUntil }: EndedKeys,
): Promise<void> {
  const keys = { tenantId, accessPointId };
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
}
