import { Fault } from '@pas/platform/errors/fault';
import { checkAll } from '@pas/platform/errors/check-all';
import { withTenant } from '@pas/platform/context/operation-context';
import { retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import { commit, type Change } from '../change/commit.ts';
import type { OperationContext, PublicContext } from '../context/operation-context.ts';
import { findInvite, findPendingInvite, readSettled } from '../invites/find-invite.ts';
import { deadInvite, inviteStateAt } from '../invites/invite-state.ts';
import type { InviteRow } from '../models/invite.ts';
import type { UserRow } from '../models/user.ts';
import { startSession } from '../sessions/start-session.ts';
import { requireActiveTenant } from '../tenants/require-active-tenant.ts';
import type { SignUp } from './accounts.schema.ts';
import { claimInvite } from './claim-invite.ts';
import { checkNewPassword } from './check-new-password.ts';
import { findRepeatedSignUp, type CompletedSignUp } from './find-repeated-sign-up.ts';
import { holdPassword } from './hold-password.ts';
import { recordSourceDaily, type SignInSource } from './known-sources.ts';
import type { KnownPlace } from './load-places.ts';
import { openByPassword, type SaveAccount, type SavedAccount } from './open-by-password.ts';
import { pinIdentity } from './pin-identity.ts';
import { checkPerson, readInvitation, readPerson } from './read-person.ts';
import { isEmailProvenFor } from './residents-of-account.ts';
import { commitSignIn, signInAs, type SignInResult } from './sign-in-as.ts';
import type { SignUpChecks } from './sign-up-checks.ts';

/** A registered resident and the change of the registration. */
interface Registration {
  ctx: OperationContext;
  change: Change;
  user: UserRow;
  saved: SavedAccount;
  place: KnownPlace;
}

/** Continuations of a sign-up. */
interface SignUpOutcomes<T> {
  /** Further writes in the change of the first sign-up. */
  first(registered: Registration): Promise<T>;
  /** Answers a sign-up that repeats the first one, whose answer was lost. */
  again(signedUp: CompletedSignUp): Promise<T>;
}

/** A sign-up and the device that sends it. */
type BroughtSignUp = SignUp & Pick<SignInSource, 'device'>;

/** The user who has signed up, and whether this request is a repeat. */
export interface SignUpAnswer {
  signedIn: SignInResult;
  isRepeat: boolean;
}

async function signInAgain(
  ctx: PublicContext,
  { invite, user, account }: CompletedSignUp,
  source: SignInSource,
): Promise<SignInResult> {
  const tenantCtx = withTenant(ctx, invite.tenantId);
  return commitSignIn(tenantCtx, user, async (change) => {
    const isHeld = await holdPassword({ account, source, now: ctx.now }, change.session);
    if (!isHeld) throw deadInvite(invite, ctx.now);
    const signedIn = await signInAs(tenantCtx, change, { user, accountId: account._id });
    return { ...signedIn, saved: { account, isNew: false } };
  });
}

/**
 * Checks the contacts and the password of a sign-up whose other fields have problems. They depend only on the invite.
 *
 * @throws as `readPerson`; not_found or gone for an invite that can't be accepted
 */
export async function checkSignUp(
  ctx: PublicContext,
  { inviteToken, email, phone, identityToken, password }: Partial<SignUp>,
  faulty: ReadonlySet<string>,
): Promise<void> {
  if (inviteToken === undefined) return;
  const invite = await findPendingInvite(inviteToken, ctx.now);
  const invitation = await readInvitation(invite);
  const isJudged = identityToken === undefined && !faulty.has('identityToken');
  const isEmailKnown = isJudged && !faulty.has('email');
  await checkAll(
    async () => checkPerson(invitation, { email, phone }, isEmailKnown),
    async () => isEmailKnown && checkNewPassword(invite, { email, password }),
  );
}

/**
 * Makes the holder of an invite's token a resident and signs them in on the calling device, in one change. A repeat
 * signs the same person in again.
 *
 * @throws as `register`
 */
export async function signUp(
  ctx: PublicContext,
  checks: SignUpChecks,
  input: BroughtSignUp,
): Promise<SignUpAnswer> {
  const source = { ip: ctx.client.ip, device: input.device };
  return register<SignUpAnswer>(ctx, checks, input, {
    first: async ({ ctx: tenantCtx, change, user, saved, place }) => {
      const { account } = saved;
      await recordSourceDaily({ account, source, now: ctx.now }, change.session);
      const started = await startSession(tenantCtx, { user, accountId: account._id }, change.session);
      return { signedIn: { ...started, user, saved, place }, isRepeat: false };
    },
    again: async (signedUp) => ({ signedIn: await signInAgain(ctx, signedUp, source), isRepeat: true }),
  });
}

interface Claim<T> {
  ctx: OperationContext;
  checks: SignUpChecks;
  input: BroughtSignUp;
  invite: InviteRow;
  outcomes: SignUpOutcomes<T>;
}

/** @throws as `register`; gone also when another sign-up won the race for the invite */
async function claim<T>({ ctx, checks, input, invite, outcomes }: Claim<T>): Promise<T> {
  await requireActiveTenant(invite.tenantId);
  const identity =
    input.identityToken === undefined ? null : await checks.identity.verify(input.identityToken);
  const invitation = await readInvitation(invite);
  const [person] = await checkAll(
    async () => readPerson(invitation, input, identity),
    async () => checkNewPassword(invite, input),
  );
  return retryOnDuplicate(['emailKey', 'identity'], async () => {
    const saveAccount: SaveAccount = identity
      ? (session) => pinIdentity(ctx, identity, session)
      : await openByPassword(ctx, {
          invite,
          email: person.email,
          password: input.password ?? '',
          limits: checks.limits,
          source: { ip: ctx.client.ip, device: input.device },
        });
    return commit(ctx, async (change) => {
      const saved = await saveAccount(change.session);
      const { account, isNew: isNewAccount } = saved;
      const isEmailProven = isEmailProvenFor(account, ctx.tenantId);
      const { user, unit } = await claimInvite(ctx, change, {
        invite,
        accountId: account._id,
        isNewAccount,
        person,
        isEmailProven,
      });
      const place = { unit, property: invitation.property };
      return outcomes.first({ ctx, change, user, saved, place });
    });
  });
}

/** @throws gone if the sign-up repeats no repeatable sign-up */
async function repeat<T>({ ctx, checks, input, invite, outcomes }: Claim<T>, isRacing = false): Promise<T> {
  const signedUp = await findRepeatedSignUp(ctx, checks, { invite, input, isRacing });
  if (!signedUp) throw deadInvite(invite, ctx.now);
  return outcomes.again(signedUp);
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Fault && error.code === code;

/**
 * Answers a sign-up that lost the race for its invite. The winner may be the same request, sent twice. Otherwise the
 * loser gets the error of the used invite, even while guesses at the winner's account are limited.
 */
async function repeatAfterRace<T>(lost: Claim<T>, dead: unknown): Promise<T> {
  const invite = await readSettled(lost.ctx, lost.invite);
  try {
    return await repeat({ ...lost, invite }, true);
  } catch (error) {
    throw hasCode(error, 'rate_limited') ? dead : error;
  }
}

/**
 * Makes the holder of an invite's token a resident: account, user, residence and invite in one change. The password
 * is hashed before the change, because hashing takes longer than a transaction may. If several sign-ups race on one
 * token, the conditional write of the invite lets one succeed. The others get 410, except repeats of the winning
 * sign-up.
 *
 * @throws not_found for an unknown token, gone for a used or expired invite, invalid for contacts and the password
 * @throws conflict when the e-mail has an account with another password or identity
 * @throws forbidden for a suspended tenant, a disabled resident or an unverified e-mail
 * @throws rate_limited after too many wrong passwords for an existing account
 */
async function register<T>(
  publicCtx: PublicContext,
  checks: SignUpChecks,
  input: BroughtSignUp,
  outcomes: SignUpOutcomes<T>,
): Promise<T> {
  const invite = await findInvite(input.inviteToken, publicCtx.now);
  const ctx = withTenant(publicCtx, invite.tenantId);
  const claimed = { ctx, checks, input, invite, outcomes };
  if (inviteStateAt(invite, ctx.now).status !== 'PENDING') return repeat(claimed);
  try {
    return await claim(claimed);
  } catch (error) {
    if (hasCode(error, 'invite_accepted')) return repeatAfterRace(claimed, error);
    throw error;
  }
}
