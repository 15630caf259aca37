import type { SessionRow } from '../models/session.ts';
import { createBrowserCookie } from './browser-cookie.ts';

/** The header of a browser that wants its refresh token in a cookie. Its only value is `web`. */
export const clientHeader = 'x-pas-client';

/** The value of the header. */
export const webClient = 'web';

/** The cookie of a browser's refresh token. Scripts cannot read it, and other sites cannot send it. */
export interface RefreshCookie {
  /** Returns the token in a Cookie header; null if it is missing or empty. */
  read(cookie: string | undefined): string | null;
  /** Makes the `Set-Cookie` of a session. The cookie ends with the session. */
  set(session: SessionRow, refreshToken: string, now: Date): string;
  /** Makes the `Set-Cookie` that removes it. */
  clear(): string;
}

/** Returns the remaining time of an unused session, in whole seconds. */
function secondsLeft({ idleExpiresAt, absoluteExpiresAt }: SessionRow, now: Date): number {
  const endsAt = Math.min(idleExpiresAt.getTime(), absoluteExpiresAt.getTime());
  return Math.max(0, Math.floor((endsAt - now.getTime()) / 1000));
}

/**
 * Prepares the refresh cookie of an environment.
 *
 * @param portalUrl the address that browsers use
 */
export function createRefreshCookie(portalUrl: string, environment: string): RefreshCookie {
  const cookie = createBrowserCookie('refresh', { portalUrl, environment });
  return {
    ...cookie,
    set: (session, refreshToken, now) => cookie.set(refreshToken, secondsLeft(session, now)),
  };
}
