import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { ClientSession } from 'mongoose';
import type { PublicContext } from '../context/operation-context.ts';
import { newId } from '../ids/id.ts';
import { SessionModel, type SessionRow } from '../models/session.ts';
import type { UserRow } from '../models/user.ts';
import { newRefreshToken } from './refresh-token.ts';

const dayMs = 24 * 3600 * 1000;

/** Time without use after which a session ends, in milliseconds. */
export const idleTtlMs = 30 * dayMs;

/** Time after the log-in at which a session ends, even if it is used. */
const absoluteTtlMs = 90 * dayMs;

/** Returns the time of the log-in that began a session. A switch to another membership keeps it. */
export const loggedInAt = ({ absoluteExpiresAt }: Pick<SessionRow, 'absoluteExpiresAt'>): Date =>
  new Date(absoluteExpiresAt.getTime() - absoluteTtlMs);

/** Returns the condition that the log-in of a session was at or before a time. `createdAt` is later after a switch. */
export const loggedInBy = (at: Date) => ({
  absoluteExpiresAt: { $lte: new Date(at.getTime() + absoluteTtlMs) },
});

/** Returns the condition that a session is neither revoked nor expired. */
export const aliveAt = (now: Date) => ({
  revokedAt: null,
  idleExpiresAt: { $gt: now },
  absoluteExpiresAt: { $gt: now },
});

/** The person who signs in. */
export interface SessionOwner {
  user: UserRow;
  accountId: string;
  /** Absolute end of the session that a switch replaces. Undefined for a log-in. */
  absoluteExpiresAt?: Date | undefined;
}

export interface StartedSession {
  session: SessionRow;
  /** Shown once; only its hash is stored. */
  refreshToken: string;
}

/** Starts a user's session on the calling device. */
export async function startSession(
  ctx: PublicContext,
  { user, accountId, absoluteExpiresAt }: SessionOwner,
  mongoSession: ClientSession | null = null,
): Promise<StartedSession> {
  const { token, hash, familyHash } = newRefreshToken();
  const now = ctx.now.getTime();
  const session: SessionRow = {
    _id: newId('session'),
    accountId,
    userId: user._id,
    tenantId: user.tenantId,
    refreshTokenHash: hash,
    familyHash,
    replaced: null,
    userAgent: ctx.client.userAgent,
    ip: ctx.client.ip,
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
    idleExpiresAt: new Date(now + idleTtlMs),
    absoluteExpiresAt: absoluteExpiresAt ?? new Date(now + absoluteTtlMs),
    revokedAt: null,
  };
  await insertRows(SessionModel, [session], mongoSession);
  return { session, refreshToken: token };
}
