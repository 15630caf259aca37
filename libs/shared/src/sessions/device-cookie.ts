import { randomBytes } from 'node:crypto';
import { createBrowserCookie } from './browser-cookie.ts';

/** How long a browser stays known to an account after a sign-in, in seconds. */
export const deviceTtlSeconds = 30 * 24 * 3600;

const tokenPattern = /^[\w-]{43}$/;

/** The cookie by which an account knows a browser that has signed in to it. It opens nothing. */
export interface DeviceCookie {
  /** The token in a Cookie header; a new one of 256 random bits where there is none. */
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
