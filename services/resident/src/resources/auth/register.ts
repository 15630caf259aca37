import { withTenant } from '@pas/platform/context/operation-context';
import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { emailKey } from '@pas/shared/contacts/email';
import { commit, type Change } from '@pas/shared/change/commit';
import { findPendingInvite } from '@pas/shared/invites/find-invite';
import type { AccountRow } from '@pas/shared/models/account';
import type { UserRow } from '@pas/shared/models/user';
import { retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import type { IdentityVerifier } from '../../identity/verify-identity-token.ts';
import { claimInvite } from '../invites/claim-invite.ts';
import { loadInvitedHome } from '../invites/load-invited-home.ts';
import { requireActiveTenant } from '../require-active-tenant.ts';
import type { SignUp } from './auth.schema.ts';
import type { GuessLimits } from './guess-limits.ts';
import { openByPassword, type SaveAccount } from './open-by-password.ts';
import { pinIdentity } from './pin-identity.ts';
import { readPerson } from './read-person.ts';
import { isEmailProvenFor } from './residents-of-account.ts';

/** What the proofs of a sign-up are checked with. */
export interface SignUpChecks {
  limits: GuessLimits;
  identity: IdentityVerifier;
}

/** Who has registered, and the change that it is part of. */
export interface Registered {
  ctx: OperationContext;
  change: Change;
  user: UserRow;
  account: AccountRow;
}

/** A registration, and what else belongs into its change. */
interface Registration<T> {
  input: SignUp;
  finish: (registered: Registered) => Promise<T>;
}

/**
 * Makes the holder of an invite's token a resident: account, user, residence and invite in one change. The password is
 * hashed before it, because hashing takes longer than a transaction may. Of many who race on one token one gets in,
 * and the others learn that it is used.
 *
 * @throws not_found for an unknown token; gone for a dead invite; invalid for contacts; conflict when the e-mail has an
 *   account with another password or identity; forbidden for a suspended tenant, a disabled resident or an unverified
 *   e-mail; rate_limited after too many wrong passwords for an account that exists
 */
export async function register<T>(
  publicCtx: PublicContext,
  checks: SignUpChecks,
  { input, finish }: Registration<T>,
): Promise<T> {
  const { inviteToken, identityToken, password = '' } = input;
  const invite = await findPendingInvite(inviteToken, publicCtx.now);
  await requireActiveTenant(invite.tenantId);
  const identity = identityToken === undefined ? null : await checks.identity.verify(identityToken);
  const home = input.phone === undefined ? null : await loadInvitedHome(invite);
  const country = home?.property.address.country ?? null;
  const person = readPerson({ invite, country }, input, identity);
  const { email } = person;
  const isInvited = invite.inviteeEmail !== null && emailKey(invite.inviteeEmail) === emailKey(email);
  const ctx = withTenant(publicCtx, invite.tenantId);

  return retryOnDuplicate(['emailKey', 'identity'], async () => {
    const saveAccount: SaveAccount = identity
      ? (session) => pinIdentity(ctx, identity, session)
      : await openByPassword(ctx, { email, password, inviteToken, isInvited, limits: checks.limits });
    return commit(ctx, async (change) => {
      const account = await saveAccount(change.session);
      const isEmailProven = isEmailProvenFor(account, ctx.tenantId);
      const { user } = await claimInvite(ctx, change, {
        invite,
        accountId: account._id,
        person,
        isEmailProven,
      });
      return finish({ ctx, change, user, account });
    });
  });
}
