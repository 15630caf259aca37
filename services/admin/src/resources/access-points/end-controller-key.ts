import type { Change } from '@pas/shared/change/commit';
import { ControllerKeyModel } from '@pas/shared/models/controller-key';
import type { RowContext } from '@pas/shared/models/new-row';

/**
 * Ends the key of a door's controller, if it has one. The gateways refuse the key within a second of the
 * commit.
 */
export async function endControllerKey(
  { tenantId, now }: RowContext,
  { session }: Change,
  accessPointId: string,
): Promise<void> {
  const ended = { isLive: false, deletedAt: now, updatedAt: now };
  await ControllerKeyModel.updateOne(
    { tenantId, accessPointId, isLive: true },
    { $set: ended, $inc: { version: 1 } },
    { session },
  );
}
