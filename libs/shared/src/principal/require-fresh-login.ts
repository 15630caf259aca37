import { forbidden } from '../errors/raise.ts';
import type { Principal } from './principal.ts';

/** How long a log-in is fresh. */
const freshMs = 15 * 60_000;

/**
 * Requires a recent log-in of a caller with a session. Keys and tokens have no log-in and pass.
 *
 * @throws forbidden (`login_too_old`)
 */
export function requireFreshLogin({ kind, sessionId, authenticatedAt }: Principal): void {
  if (kind !== 'staff' || sessionId === null) return;
  if (authenticatedAt && Date.now() - authenticatedAt.getTime() <= freshMs) return;
  throw forbidden('login_too_old', 'This needs a log-in of the last 15 minutes. Log in again.');
}
