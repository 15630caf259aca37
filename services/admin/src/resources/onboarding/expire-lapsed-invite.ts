import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/events/commit';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';

/**
 * Stores that an earlier invite to the same person and unit has run out, so that its row doesn't block the new one
 * until the sweeper comes by. Its event goes out here, once.
 */
export async function expireLapsedInvite(
  ctx: OperationContext,
  change: Change,
  pendingKey: string | null,
): Promise<void> {
  if (pendingKey === null) return;
  const lapsed = await InviteModel.findOneAndUpdate(
    { tenantId: ctx.tenantId, pendingKey, status: 'PENDING', expiresAt: { $lte: ctx.now } },
    {
      $set: { status: 'EXPIRED', expiredReason: 'TTL', pendingKey: null, updatedAt: ctx.now },
      $inc: { version: 1 },
    },
    { session: change.session, returnDocument: 'after' },
  ).lean<InviteRow>();
  if (!lapsed) return;
  const { _id: inviteId, propertyId, unitId, version } = lapsed;
  change.publish({
    type: 'pas.v1.onboarding.invite.expired',
    subject: inviteId,
    data: { aggregateVersion: version, inviteId, propertyId, unitId, reason: 'TTL' },
  });
}
