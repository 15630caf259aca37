import { Fault } from '@pas/platform/errors/fault';
import { emailKey } from '../contacts/email.ts';
import type { PublicContext } from '../context/operation-context.ts';
import { AccountModel, type AccountRow } from '../models/account.ts';
import type { InviteRow } from '../models/invite.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { SignUp } from './accounts.schema.ts';
import type { SignInSource } from './known-sources.ts';
import { isPassword } from './password.ts';
import { isSameIdentity } from './pin-identity.ts';
import type { SignUpChecks } from './sign-up-checks.ts';

/** How long a sign-up can be repeated after its answer was lost. */
const repeatableMs = 15 * 60_000;

/** Who has signed up with an accepted invite. */
export interface SignedUp {
  invite: InviteRow;
  user: UserRow;
  account: AccountRow;
}

interface RepeatedSignUp {
  /** The invite as it is now. */
  invite: InviteRow;
  input: SignUp & Pick<SignInSource, 'device'>;
  /** Whether the sign-up began while the invite was pending. It chose a password and guessed none. */
  isRacing: boolean;
}

/** Whether somebody lives in the tenant, or will. */
const hasHome = ({ residences }: UserRow, now: Date): boolean =>
  residences.some(({ endsAt }) => endsAt === null || endsAt > now);

/** Finds the user who has just accepted the invite and may still sign in; null if there is none. */
async function findSignedUp({ now }: PublicContext, invite: InviteRow): Promise<SignedUp | null> {
  const { tenantId, acceptedAt, acceptedUserId } = invite;
  if (acceptedAt === null || acceptedUserId === null) return null;
  if (acceptedAt.getTime() + repeatableMs <= now.getTime()) return null;
  if ((await findTenant(tenantId))?.status !== 'ACTIVE') return null;
  const active = { tenantId, kind: 'RESIDENT', status: 'ACTIVE', isLive: true } as const;
  const user = await UserModel.findOne({ _id: acceptedUserId, ...active }).lean<UserRow>();
  if (!user || user.accountId === null || !hasHome(user, now)) return null;
  const account = await AccountModel.findById(user.accountId).lean<AccountRow>();
  return account && { invite, user, account };
}

/**
 * Whether a password is that of the account which has signed up. Another e-mail costs a hash and a counted guess too: the
 * time of the answer must not show who has used the invite. Who raced for the invite has guessed nothing.
 */
async function hasPassword(
  ctx: PublicContext,
  { limits }: SignUpChecks,
  { account, invite }: SignedUp,
  { input, isRacing }: Pick<RepeatedSignUp, 'input' | 'isRacing'>,
): Promise<boolean> {
  const email = input.email ?? invite.inviteeEmail;
  const key = email === null ? '' : emailKey(email);
  const isOwn = key === account.emailKey;
  if (!isOwn && isRacing) return false;
  const guessed = isOwn ? account : null;
  const source = { ip: ctx.client.ip, device: input.device };
  const watch = limits.watch({ emailKey: key, account: guessed, source, now: ctx.now });
  const isRight = await isPassword(input.password ?? '', guessed?.passwordHash ?? null, watch);
  if (isRacing && !isRight) await watch.uncount();
  return isRight;
}

/** An expired token gets its own error, so that the person can repeat the sign-up with a new one. */
const isNoProof = (error: unknown): boolean =>
  error instanceof Fault && (error.code === 'token_invalid' || error.code === 'email_unverified');

async function hasIdentity(
  { identity }: SignUpChecks,
  { account }: SignedUp,
  { identityToken = '', email }: SignUp,
): Promise<boolean> {
  try {
    const given = await identity.verify(identityToken);
    if (email && emailKey(email) !== emailKey(given.email)) return false;
    return account.identity !== null && isSameIdentity(account.identity, given);
  } catch (error) {
    if (isNoProof(error)) return false;
    throw error;
  }
}

/**
 * Finds the sign-up that another one repeats, because its answer got lost: for a quarter of an hour, by the same
 * e-mail and password or the same identity. A password is checked as at the log-in, with the same limits.
 *
 * @returns null where it is no repeat, or its resident may not come in any more
 * @throws rate_limited after too many wrong passwords, unauthenticated for an identity token that has expired,
 *   unavailable when the identity provider can't be asked
 */
export async function findRepeatedSignUp(
  ctx: PublicContext,
  checks: SignUpChecks,
  { invite, input, isRacing }: RepeatedSignUp,
): Promise<SignedUp | null> {
  const signedUp = await findSignedUp(ctx, invite);
  if (!signedUp) return null;
  const isSame =
    input.identityToken === undefined
      ? await hasPassword(ctx, checks, signedUp, { input, isRacing })
      : await hasIdentity(checks, signedUp, input);
  return isSame ? signedUp : null;
}
