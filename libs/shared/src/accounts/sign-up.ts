import { withTenant } from '@pas/platform/context/operation-context';
import { retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import { commit, type Change } from '../change/commit.ts';
import type { OperationContext, PublicContext } from '../context/operation-context.ts';
import { findPendingInvite } from '../invites/find-invite.ts';
import type { AccountRow } from '../models/account.ts';
import type { UserRow } from '../models/user.ts';
import { startSession } from '../sessions/start-session.ts';
import { requireActiveTenant } from '../tenants/require-active-tenant.ts';
import type { SignUp } from './accounts.schema.ts';
import { claimInvite } from './claim-invite.ts';
import type { GuessLimits } from './guess-limits.ts';
import { openByPassword, type SaveAccount } from './open-by-password.ts';
import { pinIdentity } from './pin-identity.ts';
import { checkPerson, readPerson } from './read-person.ts';
import { isEmailProvenFor } from './residents-of-account.ts';
import type { SignedIn } from './sign-in-as.ts';
import type { IdentityVerifier } from './verify-identity-token.ts';

/** What the proofs of a sign-up are checked with. */
export interface SignUpChecks {
  limits: GuessLimits;
  identity: IdentityVerifier;
}

/** A resident who has just registered, and the change that it is part of. */
interface Registered {
  ctx: OperationContext;
  change: Change;
  user: UserRow;
  account: AccountRow;
}

/**
 * Makes the holder of an invite's token a resident and signs them in on the calling device, in one change.
 *
 * @throws as `register`
 */
export async function signUp(ctx: PublicContext, checks: SignUpChecks, input: SignUp): Promise<SignedIn> {
  return register(ctx, checks, input, async ({ ctx: tenantCtx, change, user, account }) => {
    const started = await startSession(tenantCtx, { user, accountId: account._id }, change.session);
    return { ...started, user, account };
  });
}

/**
 * Judges the contacts of a sign-up of which other fields have problems. They can be judged by its invite alone.
 *
 * @throws as `readPerson`; not_found or gone for an invite that can't be accepted
 */
export async function checkSignUp(
  ctx: PublicContext,
  { inviteToken, email, phone, identityToken }: Partial<SignUp>,
  faulty: ReadonlySet<string>,
): Promise<void> {
  if (inviteToken === undefined) return;
  const invite = await findPendingInvite(inviteToken, ctx.now);
  const isJudged = identityToken === undefined && !faulty.has('identityToken');
  await checkPerson(invite, { email, phone }, isJudged && !faulty.has('email'));
}

/**
 * Makes the holder of an invite's token a resident: account, user, residence and invite in one change. The password is
 * hashed before the change, because hashing takes longer than a transaction may. Of many who race on one token one gets
 * in: the conditional write of the invite decides, and the others get 410.
 *
 * @param finish what else belongs into the change
 * @throws not_found for an unknown token; gone for a dead invite; invalid for contacts; conflict when the e-mail has an
 *   account with another password or identity; forbidden for a suspended tenant, a disabled resident or an unverified
 *   e-mail; rate_limited after too many wrong passwords for an account that exists
 */
export async function register<T>(
  publicCtx: PublicContext,
  checks: SignUpChecks,
  input: SignUp,
  finish: (registered: Registered) => Promise<T>,
): Promise<T> {
  const invite = await findPendingInvite(input.inviteToken, publicCtx.now);
  await requireActiveTenant(invite.tenantId);
  const identity =
    input.identityToken === undefined ? null : await checks.identity.verify(input.identityToken);
  const person = await readPerson(invite, input, identity);
  const ctx = withTenant(publicCtx, invite.tenantId);

  return retryOnDuplicate(['emailKey', 'identity'], async () => {
    const saveAccount: SaveAccount = identity
      ? (session) => pinIdentity(ctx, identity, session)
      : await openByPassword(ctx, {
          invite,
          email: person.email,
          password: input.password ?? '',
          limits: checks.limits,
        });
    return commit(ctx, async (change) => {
      const account = await saveAccount(change.session);
      const isEmailProven = isEmailProvenFor(account, ctx.tenantId);
      const claim = { invite, accountId: account._id, person, isEmailProven };
      const { user } = await claimInvite(ctx, change, claim);
      return finish({ ctx, change, user, account });
    });
  });
}
