import type { PublicContext } from '../context/operation-context.ts';
import { unauthenticated } from '../errors/raise.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { hashRefreshToken } from '../sessions/refresh-token.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import { residentDisabled } from './load-resident.ts';
import type { SignedIn } from './sign-in-as.ts';

const refusal = () => unauthenticated('token_invalid', 'This refresh token is not valid. Sign in again.');

/** @throws unauthenticated when user or tenant are gone, forbidden while the user is disabled */
async function loadUserOf({ userId, tenantId }: SessionRow): Promise<UserRow> {
  const user = await UserModel.findOne({ _id: userId, tenantId, isLive: true }).lean<UserRow>();
  if (!user || !(await findTenant(tenantId))) throw refusal();
  if (user.status === 'DISABLED') throw residentDisabled();
  return user;
}

/** The session that a token may renew: as its present token, or as the one that was replaced last. */
async function findSessionOf(refreshToken: string): Promise<SessionRow | null> {
  const hash = hashRefreshToken(refreshToken);
  const replaced = { usedTokenHashes: hash, 'replaced.tokenHash': hash };
  return SessionModel.findOne({
    $or: [{ refreshTokenHash: hash }, replaced],
    revokedAt: null,
  }).lean<SessionRow>();
}

/**
 * Exchanges a refresh token for the next one, and for a new Core JWT. Whether the person may come in is looked at
 * first: a refusal that may pass, such as a disabled resident, uses no token up.
 *
 * @throws unauthenticated for a token that isn't good, forbidden while the resident is shut out
 */
export async function renewSession(ctx: PublicContext, refreshToken: string): Promise<SignedIn> {
  const current = await findSessionOf(refreshToken);
  const user = current && (await loadUserOf(current));
  const renewed = await refreshSession(ctx, refreshToken);
  if (!user) throw refusal();
  return { ...renewed, user };
}
