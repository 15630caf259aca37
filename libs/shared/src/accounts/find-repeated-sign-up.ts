import { Fault } from '@pas/platform/errors/fault';
import { emailKey } from '../contacts/email.ts';
import { tenantNow } from '../context/tenant-now.ts';
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

/** Time within which a sign-up with a lost answer can be repeated, in milliseconds. */
const repeatableMs = 15 * 60_000;

/** An accepted invite and the user who accepted it. */
export interface CompletedSignUp {
  invite: InviteRow;
  user: UserRow;
  account: AccountRow;
}

interface RepeatedSignUp {
  /** The invite as it is now. */
  invite: InviteRow;
  input: SignUp & Pick<SignInSource, 'device'>;
  /** Whether the sign-up began while the invite was pending. Its password counts as no guess. */
  isRacing: boolean;
}

/** Whether a person has a current or future residence in the tenant. */
const hasHome = ({ tenantId, residences }: UserRow, now: Date): boolean =>
  residences.some(({ endsAt }) => endsAt === null || endsAt > tenantNow({ tenantId, now }));

/** Finds the user who has just accepted the invite and may still sign in; null if there is none. */
async function findSignedUp({ now }: PublicContext, invite: InviteRow): Promise<CompletedSignUp | null> {
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
 * Returns whether the account that signed up has this password. A wrong e-mail takes as long and counts as a guess too.
 * So the answer does not reveal the account. Sign-ups that raced for the invite count no guess.
 */
async function hasPassword(
  ctx: PublicContext,
  { limits }: SignUpChecks,
  { account, invite }: CompletedSignUp,
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

/**
 * Whether a token is invalid or its e-mail is unverified. An expired token keeps its own error, so that the person can
 * repeat the sign-up with a new one.
 */
const isNoProof = (error: unknown): boolean =>
  error instanceof Fault && (error.code === 'token_invalid' || error.code === 'email_unverified');

async function hasIdentity(
  { identity }: SignUpChecks,
  { account }: CompletedSignUp,
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
 * Finds the earlier sign-up that a request repeats after a lost answer. A repeat comes within a quarter of an hour
 * and has the same e-mail and password, or the same identity. The password check has the limits of the log-in.
 *
 * @returns null if the request is not a repeat, or its resident may no longer sign in
 * @throws rate_limited after too many wrong passwords, unauthenticated for an expired identity token, unavailable
 *   when the identity provider does not respond
 */
export async function findRepeatedSignUp(
  ctx: PublicContext,
  checks: SignUpChecks,
  { invite, input, isRacing }: RepeatedSignUp,
): Promise<CompletedSignUp | null> {
  const signedUp = await findSignedUp(ctx, invite);
  if (!signedUp) return null;
  const isSame =
    input.identityToken === undefined
      ? await hasPassword(ctx, checks, signedUp, { input, isRacing })
      : await hasIdentity(checks, signedUp, input);
  return isSame ? signedUp : null;
}
