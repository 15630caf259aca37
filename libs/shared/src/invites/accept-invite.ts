import type { Fault } from '@pas/platform/errors/fault';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { deadInvite } from './invite-state.ts';
import { moveInvite } from './transitions.ts';

/**
 * Closes an invite for one user, inside the change that links the user to the unit. If two sign-ups race on one token,
 * the loser finds no PENDING invite. The error rolls back its change.
 *
 * @throws gone when the invite is no longer PENDING, or another token has replaced the one that was used
 */
export async function acceptInvite(
  ctx: OperationContext,
  change: Change,
  { invite, userId }: { invite: InviteRow; userId: string },
): Promise<InviteRow> {
  const { _id, tokenHash } = invite;
  const accepted = await moveInvite(ctx, change, {
    name: 'accept',
    invite: { _id, tokenHash },
    set: { acceptedAt: ctx.now, acceptedUserId: userId },
  });
  if (!accepted) throw await whyNot(invite, ctx, change);
  return accepted;
}

async function whyNot(invite: InviteRow, ctx: OperationContext, { session }: Change): Promise<Fault> {
  const filter = { _id: invite._id, tenantId: ctx.tenantId };
  const current = await InviteModel.findOne(filter).session(session).lean<InviteRow>();
  if (current?.tokenHash === invite.tokenHash) return deadInvite(current, ctx.now);
  return deadInvite({ ...invite, status: 'EXPIRED', expiredReason: 'SUPERSEDED' }, ctx.now);
}
