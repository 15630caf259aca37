import type { PublicContext } from '../context/operation-context.ts';
import { unauthenticated } from '../errors/raise.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import { hashRefreshToken, newSuccessorKey, successorOf } from './refresh-token.ts';
import { idleTtlMs, type StartedSession } from './start-session.ts';

const refusal = () => unauthenticated('token_invalid', 'This refresh token is not valid. Sign in again.');

/** For how long, and how often, a token that was just replaced gets its successor again. */
const repeatableMs = 10_000;
const maxRepeats = 3;

const aliveAt = (now: Date) => ({
  revokedAt: null,
  idleExpiresAt: { $gt: now },
  absoluteExpiresAt: { $gt: now },
});

/** The condition that a token was replaced just now, and that its successor was not used yet. */
const justReplaced = (hash: string, now: Date) => ({
  'replaced.tokenHash': hash,
  'replaced.at': { $gt: new Date(now.getTime() - repeatableMs) },
});

async function replaceToken({ now }: PublicContext, refreshToken: string): Promise<StartedSession | null> {
  const tokenHash = hashRefreshToken(refreshToken);
  const successorKey = newSuccessorKey();
  const next = successorOf(refreshToken, successorKey);
  const session = await SessionModel.findOneAndUpdate(
    { refreshTokenHash: tokenHash, ...aliveAt(now) },
    {
      $set: {
        refreshTokenHash: next.hash,
        replaced: { tokenHash, at: now, successorKey, repeats: 0 },
        lastUsedAt: now,
        idleExpiresAt: new Date(now.getTime() + idleTtlMs),
      },
      $push: { usedTokenHashes: { $each: [tokenHash], $slice: -200 } },
    },
    { returnDocument: 'after' },
  ).lean<SessionRow>();
  return session && { session, refreshToken: next.token };
}

/** Gives the successor again for a token that was just replaced, because apps race and answers get lost. */
async function repeatReplacement(
  { now }: PublicContext,
  refreshToken: string,
): Promise<StartedSession | null> {
  const hash = hashRefreshToken(refreshToken);
  const session = await SessionModel.findOneAndUpdate(
    {
      usedTokenHashes: hash,
      ...justReplaced(hash, now),
      'replaced.repeats': { $lt: maxRepeats },
      ...aliveAt(now),
    },
    { $inc: { 'replaced.repeats': 1 } },
    { returnDocument: 'after' },
  ).lean<SessionRow>();
  if (!session?.replaced) return null;
  const { token } = successorOf(refreshToken, session.replaced.successorKey);
  return { session, refreshToken: token };
}

/**
 * Ends the family of a used token that is sent again, because it was probably copied (RFC 9700, section 4.14.2). A
 * token that was just replaced ends nothing, even if it is sent too often.
 */
async function endFamilyOf(usedHash: string, now: Date): Promise<void> {
  await SessionModel.updateMany(
    { usedTokenHashes: usedHash, revokedAt: null, $nor: [justReplaced(usedHash, now)] },
    { $set: { revokedAt: now } },
  );
}

/**
 * Exchanges a refresh token for the next one of its session. One that was replaced in the last ten seconds gets the same
 * successor again, three times and until the successor is used.
 *
 * @throws unauthenticated for an unknown, expired or already used token; the latter also ends the session
 */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<StartedSession> {
  const renewed = (await replaceToken(ctx, refreshToken)) ?? (await repeatReplacement(ctx, refreshToken));
  if (renewed) return renewed;
  await endFamilyOf(hashRefreshToken(refreshToken), ctx.now);
  throw refusal();
}
