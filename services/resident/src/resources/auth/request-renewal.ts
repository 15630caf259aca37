import { withTenant } from '@pas/platform/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { findInvite } from '@pas/shared/invites/find-invite';
import { deadInvite, inviteStateAt } from '@pas/shared/invites/invite-state';
import { expiredAt } from '@pas/shared/invites/transitions';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { requireActiveTenant } from '@pas/shared/tenants/require-active-tenant';

const dayMs = 24 * 3_600_000;

/** The holder of a link is nobody whom the system knows. */
const holder = { type: 'SYSTEM', id: null, name: 'Holder of the invite' } as const;

const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

/**
 * Notes that the holder of an expired link asks for a new one: property managers see the invite among the stuck ones,
 * and a resend answers it. A request within a day of the last one changes nothing and is answered alike.
 *
 * @throws not_found for an unknown token, gone for an invite that was accepted, revoked or replaced, conflict
 *   (`invite_pending`) while it can be accepted, forbidden while its tenant is suspended
 */
export async function requestRenewal(publicCtx: PublicContext, token: string): Promise<InviteRow> {
  const invite = await findInvite(token, publicCtx.now);
  requireExpired(invite, publicCtx.now);
  await requireActiveTenant(invite.tenantId);
  const { renewalRequestedAt } = invite;
  if (renewalRequestedAt && renewalRequestedAt > dayBefore(publicCtx.now)) return invite;
  const ctx = withTenant(publicCtx, invite.tenantId);
  return commit(ctx, async (change) => noteRequest(ctx, change, invite));
}

/** @throws conflict, gone */
function requireExpired(invite: InviteRow, now: Date): void {
  const { status, expiredReason } = inviteStateAt(invite, now);
  if (status === 'PENDING')
    throw conflict('invite_pending', 'This invite can still be used. Open its link to sign up.');
  if (expiredReason !== 'TTL') throw deadInvite(invite, now);
}

/** The change itself, by one conditional write: of requests at once one is noted. */
async function noteRequest(
  { tenantId, now }: OperationContext,
  change: Change,
  { _id, tokenHash, propertyId }: InviteRow,
): Promise<InviteRow> {
  const isDue = { $or: [{ renewalRequestedAt: null }, { renewalRequestedAt: { $lte: dayBefore(now) } }] };
  const noted = await InviteModel.findOneAndUpdate(
    { _id, tenantId, tokenHash, $and: [expiredAt(now), isDue] },
    { $set: { renewalRequestedAt: now, updatedAt: now }, $inc: { version: 1 } },
    { session: change.session, returnDocument: 'after' },
  ).lean<InviteRow>();
  if (noted) {
    change.record({
      action: 'invite.renewal_requested',
      actor: holder,
      targets: [{ type: 'invite', id: _id }],
      propertyIds: [propertyId],
    });
    return noted;
  }
  const current = await InviteModel.findOne({ _id, tenantId, tokenHash })
    .session(change.session)
    .lean<InviteRow>();
  if (!current)
    throw conflict('invite_pending', 'The invite was sent again. Use the link in the newest message.');
  requireExpired(current, now);
  return current;
}
