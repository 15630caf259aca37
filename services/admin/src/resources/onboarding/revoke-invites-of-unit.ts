import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import { pendingAt } from '@pas/shared/invites/invite-state';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';

/** Ends the pending invites of a unit that is being deleted, within that change. */
export async function revokeInvitesOfUnit(
  ctx: OperationContext,
  change: Change,
  unitId: string,
): Promise<readonly InviteRow[]> {
  const filter = { tenantId: ctx.tenantId, unitId, ...pendingAt(ctx.now) };
  const { session } = change;
  const invites = await InviteModel.find(filter).session(session).lean<InviteRow[]>();
  if (invites.length === 0) return invites;
  const ended = {
    status: 'EXPIRED',
    expiredReason: 'REVOKED',
    pendingKey: null,
    revokedAt: ctx.now,
    updatedAt: ctx.now,
  };
  await InviteModel.updateMany(filter, { $set: ended, $inc: { version: 1 } }, { session });
  for (const { _id: inviteId, propertyId, version } of invites) {
    change.publish({
      type: 'pas.v1.onboarding.invite.revoked',
      subject: inviteId,
      data: { aggregateVersion: version + 1, inviteId, propertyId, unitId },
    });
  }
  return invites;
}
