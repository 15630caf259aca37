import type { PublicContext } from '../context/operation-context.ts';
import { unauthenticated } from '../errors/raise.ts';
import { AccountModel, type AccountRow } from '../models/account.ts';
import { userStatusAt } from '../models/former.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { refreshSession, reusedSession } from '../sessions/refresh-session.ts';
import { hashRefreshToken, sessionOfToken } from '../sessions/refresh-token.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import { endSession } from './end-session.ts';
import { requireAdmitted } from './load-resident.ts';
import { residentsOfAccount } from './residents-of-account.ts';
import type { SignInResult } from './sign-in-as.ts';

const refusal = () => unauthenticated('token_invalid', 'This refresh token is not valid. Sign in again.');

/** Whether a person who has moved out at one tenant may still sign in at another. */
async function isAdmittedElsewhere({ accountId }: SessionRow, now: Date): Promise<boolean> {
  const account = await AccountModel.findById(accountId).lean<AccountRow>();
  const residents = account ? await residentsOfAccount(account) : [];
  const others = residents.filter((resident) => userStatusAt(resident, now) !== 'FORMER');
  const tenants = await Promise.all(others.map(({ tenantId }) => findTenant(tenantId)));
  return tenants.some((tenant) => tenant !== null);
}

/**
 * Loads the session's user, if the session may continue.
 *
 * @throws unauthenticated when user or tenant are gone, or the person has moved out but may sign in elsewhere
 * @throws forbidden for a disabled user, or a person who has moved out everywhere
 */
async function loadUserOf(session: SessionRow, now: Date): Promise<UserRow> {
  const { userId, tenantId } = session;
  const user = await UserModel.findOne({ _id: userId, tenantId, isLive: true }).lean<UserRow>();
  if (!user || !(await findTenant(tenantId))) throw refusal();
  if (userStatusAt(user, now) === 'FORMER' && (await isAdmittedElsewhere(session, now))) throw refusal();
  // The session of a person who is disabled or has moved out has ended. The answer gives the reason instead.
  requireAdmitted(user, now);
  return user;
}

/** Finds the session, ended or not, whose current or last replaced token is the given one. */
async function findSessionOf(refreshToken: string): Promise<SessionRow | null> {
  const hash = hashRefreshToken(refreshToken);
  const session = await SessionModel.findOne(sessionOfToken(refreshToken)).lean<SessionRow>();
  return session && [session.refreshTokenHash, session.replaced?.tokenHash].includes(hash) ? session : null;
}

/**
 * Exchanges a refresh token for the next one and a new Core JWT. It first checks whether the person may sign in, so
 * that a temporary refusal does not use up the token.
 *
 * @throws unauthenticated for an unknown, expired or used token. A used token also ends the session.
 * @throws forbidden while the resident is disabled or has moved out
 */
export async function renewSession(ctx: PublicContext, refreshToken: string): Promise<SignInResult> {
  const current = await findSessionOf(refreshToken);
  const user = current && (await loadUserOf(current, ctx.now));
  const renewed = await refreshSession(ctx, refreshToken);
  if (!renewed) await endSession(ctx, reusedSession(ctx, refreshToken), 'token_reused');
  if (!renewed || !user) throw refusal();
  return { ...renewed, user };
}
