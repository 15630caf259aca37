import type { QueryFilter } from 'mongoose';
import type { PublicContext } from '../context/operation-context.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import { hashRefreshToken, newSuccessorKey, sessionOfToken, successorOf } from './refresh-token.ts';
import { aliveAt, idleTtlMs, type StartedSession } from './start-session.ts';

/** The time in milliseconds and the number of repeats for which a replaced token gets its successor again. */
const repeatableMs = 10_000;
const maxRepeats = 3;

/** Returns the condition that a token was just replaced, and that its successor is unused. */
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
    },
    { returnDocument: 'after' },
  ).lean<SessionRow>();
  return session && { session, refreshToken: next.token };
}

/** Returns the same successor for a just replaced token, because apps race and answers get lost. */
async function repeatReplacement(
  { now }: PublicContext,
  refreshToken: string,
): Promise<StartedSession | null> {
  const hash = hashRefreshToken(refreshToken);
  const session = await SessionModel.findOneAndUpdate(
    {
      ...sessionOfToken(refreshToken),
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
 * Returns the filter of the session to end after the reuse of a probably copied token (RFC 9700, section 4.14.2). A
 * just replaced token ends nothing, even if it is sent too often. The current token ends nothing either. It is
 * refused after its session has ended.
 */
export function reusedSession({ now }: PublicContext, refreshToken: string): QueryFilter<SessionRow> {
  const hash = hashRefreshToken(refreshToken);
  return {
    $and: [sessionOfToken(refreshToken), { $nor: [justReplaced(hash, now), { refreshTokenHash: hash }] }],
  };
}

/**
 * Exchanges a refresh token for the next one of its session. A token replaced in the last ten seconds gets the same
 * successor again, up to three times. This ends when the successor is used.
 *
 * @returns null for a refused token
 */
export async function refreshSession(
  ctx: PublicContext,
  refreshToken: string,
): Promise<StartedSession | null> {
  return (await replaceToken(ctx, refreshToken)) ?? (await repeatReplacement(ctx, refreshToken));
}
