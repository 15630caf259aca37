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

/** Actor in the audit. The identity of the holder of a link is unknown. */
const holder = { type: 'SYSTEM', id: null, name: 'Holder of the invite' } as const;

const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

/**
 * Records a request for a new link by the holder of an expired one. Property managers see the invite among stuck ones,
 * and can resend it. A request within a day of the last one gets the same answer and changes nothing.
 *
 * @throws not_found for an unknown token; gone for a closed or replaced invite; conflict (`invite_pending`); forbidden
 *   for a suspended tenant
 */
export async function requestRenewal(publicCtx: PublicContext, token: string): Promise<InviteRow> {
  const invite = await findInvite(token, publicCtx.now);
  requireExpired(invite, publicCtx.now);
  await requireActiveTenant(invite.tenantId);
  const { renewalRequestedAt } = invite;
  if (renewalRequestedAt && renewalRequestedAt > dayBefore(publicCtx.now)) return invite;
  const ctx = withTenant(publicCtx, invite.tenantId);
  return commit(ctx, async (change) => recordRequest(ctx, change, invite));
}

/** @throws conflict, gone */
function requireExpired(invite: InviteRow, now: Date): void {
  const { status, expiredReason } = inviteStateAt(invite, now);
  if (status === 'PENDING')
    throw conflict('invite_pending', 'This invite can still be used. Open its link to sign up.');
  if (expiredReason !== 'TTL') throw deadInvite(invite, now);
}

/** Records the request by one conditional write, so that only one of concurrent requests counts. */
async function recordRequest(
  { tenantId, now }: OperationContext,
  change: Change,
  { _id, tokenHash, propertyId }: InviteRow,
): Promise<InviteRow> {
  const isDue = { $or: [{ renewalRequestedAt: null }, { renewalRequestedAt: { $lte: dayBefore(now) } }] };
  const requested = await InviteModel.findOneAndUpdate(
    { _id, tenantId, tokenHash, $and: [expiredAt({ tenantId, now }), isDue] },
    { $set: { renewalRequestedAt: now, updatedAt: now }, $inc: { version: 1 } },
    { session: change.session, returnDocument: 'after' },
  ).lean<InviteRow>();
  if (requested) {
    change.record({
      action: 'invite.renewal_requested',
      actor: holder,
      targets: [{ type: 'invite', id: _id }],
      propertyIds: [propertyId],
    });
    return requested;
  }
  const current = await InviteModel.findOne({ _id, tenantId, tokenHash })
    .session(change.session)
    .lean<InviteRow>();
  if (!current)
    throw conflict('invite_pending', 'The invite was sent again. Use the link in the newest message.');
  requireExpired(current, now);
  return current;
}
