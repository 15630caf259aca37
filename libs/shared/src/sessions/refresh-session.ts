import type { PublicContext } from '../context/operation-context.ts';
import { unauthenticated } from '../errors/raise.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import { hashRefreshToken, newRefreshToken } from './refresh-token.ts';
import { idleTtlMs, type StartedSession } from './start-session.ts';

const refusal = () => unauthenticated('token_invalid', 'This refresh token is not valid. Sign in again.');

/** A used token that comes back was copied by somebody: the whole family ends (RFC 9700, section 4.14.2). */
async function endFamilyOf(usedHash: string, now: Date): Promise<void> {
  await SessionModel.updateMany({ usedTokenHashes: usedHash, revokedAt: null }, { $set: { revokedAt: now } });
}

/**
 * Exchanges a refresh token for the next one of its session.
 *
 * @throws unauthenticated for an unknown, expired or already used token; the latter also ends the session
 */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<StartedSession> {
  const usedHash = hashRefreshToken(refreshToken);
  const next = newRefreshToken();
  const alive = { revokedAt: null, idleExpiresAt: { $gt: ctx.now }, absoluteExpiresAt: { $gt: ctx.now } };
  const session = await SessionModel.findOneAndUpdate(
    { refreshTokenHash: usedHash, ...alive },
    {
      $set: {
        refreshTokenHash: next.hash,
        lastUsedAt: ctx.now,
        idleExpiresAt: new Date(ctx.now.getTime() + idleTtlMs),
      },
      $push: { usedTokenHashes: { $each: [usedHash], $slice: -200 } },
    },
    { returnDocument: 'after' },
  ).lean<SessionRow>();
  if (session) return { session, refreshToken: next.token };
  await endFamilyOf(usedHash, ctx.now);
  throw refusal();
}
