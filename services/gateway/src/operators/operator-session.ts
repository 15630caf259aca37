import { createHash } from 'node:crypto';
import { unauthenticated } from '@pas/shared/errors/raise';
import type { OperatorSessionRow } from '@pas/shared/models/operator-session';
import type { Caller } from '../auth/caller.ts';

/** The time without use after which a session ends. */
export const idleMs = 30 * 60_000;
/** The longest life of a session after its log-in. */
export const absoluteMs = 12 * 3_600_000;

/** A session whose cookie was right. */
export interface KnownSession {
  row: OperatorSessionRow;
  /** Milliseconds since the epoch. Each use extends it. */
  idleEndsAt: number;
  isTenantDeleted: boolean;
  caller: Caller;
}

/** Hashes the value of a cookie for the database. */
export const sessionHash = (value: string): string => createHash('sha256').update(value).digest('hex');

/** 401: the session of the cookie has ended. */
export const endedSession = () => unauthenticated('session_expired', 'Your session has ended. Log in again.');

/** The time at which an unused session ends, in milliseconds since the epoch. */
export const endOf = ({ row, idleEndsAt }: KnownSession): number =>
  Math.min(idleEndsAt, row.absoluteExpiresAt.getTime());
