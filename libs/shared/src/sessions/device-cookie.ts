import { randomBytes } from 'node:crypto';
import { createBrowserCookie } from './browser-cookie.ts';

/** Time that a browser stays known to an account after a sign-in, in seconds. */
export const deviceTtlSeconds = 30 * 24 * 3600;

const tokenPattern = /^[\w-]{43}$/;

/** The cookie that identifies a known browser of an account. It grants no access. */
export interface DeviceCookie {
  /** Returns the token in a Cookie header, or a new one of 256 random bits. */
  tokenOf(cookie: string | undefined): string;
  /** Makes the `Set-Cookie` of a token. */
  set(token: string): string;
}

/**
 * Prepares the device cookie of an environment.
 *
 * @param portalUrl the address that browsers use
 */
export function createDeviceCookie(portalUrl: string, environment: string): DeviceCookie {
  const cookie = createBrowserCookie('device', { portalUrl, environment });
  return {
    tokenOf(header) {
      const token = cookie.read(header);
      return token !== null && tokenPattern.test(token) ? token : randomBytes(32).toString('base64url');
    },
    set: (token) => cookie.set(token, deviceTtlSeconds),
  };
}
