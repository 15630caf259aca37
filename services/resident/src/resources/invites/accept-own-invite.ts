import { withTenant } from '@pas/platform/context/operation-context';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import { findInvite } from '@pas/shared/invites/find-invite';
import { requirePendingInvite } from '@pas/shared/invites/invite-state';
import { isAddressedTo, wasSentByEmailOnly } from '@pas/shared/invites/sent-by-email-only';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { proveEmail } from '@pas/shared/accounts/prove-email';
import { isEmailProvenFor } from '@pas/shared/accounts/residents-of-account';
import { loadAccountOf } from '../me/load-account.ts';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { requireActiveTenant } from '@pas/shared/tenants/require-active-tenant';
import { claimInvite, type Person } from '@pas/shared/accounts/claim-invite';

/** Checks the recipient of an invite. Any holder of the token may accept an invite without a recipient. */
function requireRecipient(invite: InviteRow, account: AccountRow, { phone }: UserRow): void {
  if (invite.inviteeEmail === null && invite.inviteePhone === null) return;
  if (isAddressedTo(invite, account.emailKey) || (phone !== null && phone === invite.inviteePhone)) return;
  throw forbidden(
    'invite_recipient_mismatch',
    'This invite is for somebody else. Sign in with the e-mail or phone that it was sent to.',
  );
}

/** Returns whether the person accepted the invite, with any membership. */
async function isAcceptedBy(
  account: AccountRow,
  invite: InviteRow,
  session?: ClientSession,
): Promise<boolean> {
  const { tenantId, acceptedUserId } = invite;
  if (acceptedUserId === null) return false;
  const filter = { _id: acceptedUserId, tenantId, accountId: account._id, isLive: true };
  return (
    (await UserModel.findOne(filter)
      .session(session ?? null)
      .lean()) !== null
  );
}

/** Adds the invite's tenant to the tenants for which the account's e-mail is proven. */
async function extendAccount(
  ctx: OperationContext,
  { account, invite, session }: { account: AccountRow; invite: InviteRow; session: ClientSession },
): Promise<AccountRow> {
  const { sessionId: keepSessionId } = ctx.principal;
  // Identity and password may belong to two people while only invites prove the e-mail.
  const checked = account.identity ? await proveEmail(ctx, { account, session, keepSessionId }) : account;
  if (!wasSentByEmailOnly(invite) || !isAddressedTo(invite, checked.emailKey)) return checked;
  const update = { $addToSet: { emailVerifiedForTenants: ctx.tenantId } };
  await AccountModel.updateOne({ _id: checked._id }, update, { session });
  return { ...checked, emailVerifiedForTenants: [...checked.emailVerifiedForTenants, ctx.tenantId] };
}

interface Acceptance {
  me: UserRow;
  invite: InviteRow;
  person: Person;
}

/** Accepts the invite within a change. Concurrent repeats of the person return the accepted invite. */
async function acceptIn(ctx: OperationContext, change: Change, acceptance: Acceptance): Promise<InviteRow> {
  const { me, invite, person } = acceptance;
  const { session } = change;
  // A password may have changed since the first read.
  const account = await loadAccountOf(me, session);
  const current = await InviteModel.findOne({ _id: invite._id, tenantId: ctx.tenantId })
    .session(session)
    .lean<InviteRow>();
  if (current && (await isAcceptedBy(account, current, session))) return current;
  const extended = await extendAccount(ctx, { account, invite, session });
  const isEmailProven = isEmailProvenFor(extended, invite.tenantId);
  const claimed = await claimInvite(ctx, change, { invite, accountId: account._id, person, isEmailProven });
  return claimed.invite;
}

/**
 * Accepts an invite for the signed-in person, also at another tenant. A repeat by the same person gets the same answer.
 *
 * @returns the accepted invite
 * @throws not_found for an unknown token
 * @throws gone for a dead invite
 * @throws forbidden for another recipient, a suspended tenant or a disabled person
 * @throws conflict when another resident of the tenant has the person's e-mail
 */
export async function acceptOwnInvite(ctx: OperationContext, token: string): Promise<InviteRow> {
  const me = await loadResident(ctx);
  const account = await loadAccountOf(me);
  const invite = await findInvite(token, ctx.now);
  if (await isAcceptedBy(account, invite)) return invite;
  requirePendingInvite(invite, ctx.now);
  await requireActiveTenant(invite.tenantId);
  requireRecipient(invite, account, me);
  const { firstName, lastName, phone, locale } = me;
  const person = { email: account.email, firstName, lastName, phone, locale };
  const inviteCtx = withTenant(ctx, invite.tenantId);
  return commit(inviteCtx, async (change) => acceptIn(inviteCtx, change, { me, invite, person }));
}
