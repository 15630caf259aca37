import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from '../change/commit.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { deadInvite, pendingAt } from './invite-state.ts';

/**
 * Closes an invite for one user, inside the change that ties the user to the unit.
 *
 * The state change is one conditional write: of two sign-ups racing on one token, the loser matches no PENDING invite,
 * and with this fault nothing else of its work is kept.
 *
 * @throws gone when the invite is no longer PENDING, or another token has replaced the one that was used
 */
export async function acceptInvite(
  ctx: OperationContext,
  change: Change,
  { invite, userId }: { invite: InviteRow; userId: string },
): Promise<InviteRow> {
  const filter = {
    _id: invite._id,
    tenantId: ctx.tenantId,
    tokenHash: invite.tokenHash,
    ...pendingAt(ctx.now),
  };
  const update = {
    $set: {
      status: 'ACCEPTED',
      acceptedAt: ctx.now,
      acceptedUserId: userId,
      pendingKey: null,
      updatedAt: ctx.now,
    },
    $inc: { version: 1 },
  };
  const options = { session: change.session, returnDocument: 'after' as const };
  const accepted = await InviteModel.findOneAndUpdate(filter, update, options).lean<InviteRow>();
  if (!accepted) throw await whyNot(invite, ctx, change);
  change.publish({
    type: 'pas.v1.onboarding.invite.accepted',
    subject: accepted._id,
    data: {
      aggregateVersion: accepted.version,
      inviteId: accepted._id,
      propertyId: accepted.propertyId,
      unitId: accepted.unitId,
      userId,
    },
  });
  return accepted;
}

async function whyNot(invite: InviteRow, ctx: OperationContext, { session }: Change) {
  const filter = { _id: invite._id, tenantId: ctx.tenantId };
  const current = await InviteModel.findOne(filter).session(session).lean<InviteRow>();
  if (!current || current.tokenHash !== invite.tokenHash) {
    return deadInvite({ ...invite, status: 'EXPIRED', expiredReason: 'SUPERSEDED' }, ctx.now);
  }
  return deadInvite(current, ctx.now);
}
