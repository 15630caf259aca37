import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';

/** Names a pending invite: by its id, or by the unit and person that it is for. */
type NamedInvite = Pick<InviteRow, '_id'> | { pendingKey: string };

/**
 * Stores within a change that a pending invite has run out, and tells it. One conditional write, so that of the sweeper
 * and those who meet the row before it comes by, one tells.
 *
 * @returns the invite as it is then; null where it isn't pending any more, or has time left
 */
export async function expireLapsedInvite(
  ctx: OperationContext,
  change: Change,
  named: NamedInvite,
): Promise<InviteRow | null> {
  const lapsed = await InviteModel.findOneAndUpdate(
    { ...named, tenantId: ctx.tenantId, status: 'PENDING', expiresAt: { $lte: ctx.now } },
    {
      $set: { status: 'EXPIRED', expiredReason: 'TTL', pendingKey: null, updatedAt: ctx.now },
      $inc: { version: 1 },
    },
    { session: change.session, returnDocument: 'after' },
  ).lean<InviteRow>();
  if (!lapsed) return null;
  const { _id: inviteId, propertyId, unitId, version } = lapsed;
  change.publish({
    type: 'pas.v1.onboarding.invite.expired',
    subject: inviteId,
    data: { aggregateVersion: version, inviteId, propertyId, unitId, reason: 'TTL' },
  });
  return lapsed;
}
