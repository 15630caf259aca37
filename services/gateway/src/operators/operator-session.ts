import { createHash } from 'node:crypto';
import { unauthenticated } from '@pas/shared/errors/raise';
import type { OperatorSessionRow } from '@pas/shared/models/operator-session';
import type { Caller } from '../auth/caller.ts';

/** A session ends when it is not used for this long. */
export const idleMs = 30 * 60_000;
/** … and at the latest this long after its log-in. */
export const absoluteMs = 12 * 3_600_000;

/** A session whose cookie was right. */
export interface KnownSession {
  row: OperatorSessionRow;
  /** Milliseconds since the epoch; each use moves it. */
  idleEndsAt: number;
  isTenantDeleted: boolean;
  caller: Caller;
}

/** The form in which a cookie's value is stored. */
export const sessionHash = (value: string): string => createHash('sha256').update(value).digest('hex');

/** 401: there is no session behind the cookie any more. */
export const endedSession = () => unauthenticated('session_expired', 'Your session has ended. Log in again.');

/** When a session ends unless it is used, in milliseconds since the epoch. */
export const endOf = ({ row, idleEndsAt }: KnownSession): number =>
  Math.min(idleEndsAt, row.absoluteExpiresAt.getTime());
