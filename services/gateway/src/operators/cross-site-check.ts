import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '@pas/platform/errors/fault';
import { forbidden } from '@pas/shared/errors/raise';
import type { Request } from 'express';
import { clientOf } from '../client.ts';
import type { OperatorCookies } from './operator-cookies.ts';

/** Returns the refusal of a request with a session cookie that may come from another site; null for others. */
export type CrossSiteCheck = (request: Request) => Fault | null;

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Derives the token with which a program proves that it holds the session cookie. */
export const csrfTokenOf = (sessionValue: string): string =>
  createHmac('sha256', sessionValue).update('pas csrf token').digest('base64url');

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the headers of the browser name a page of this origin; null without such headers. */
function isSameOrigin(headers: IncomingHttpHeaders, origins: readonly string[]): boolean | null {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && site === undefined) return null;
  return (origin === undefined || origins.includes(origin)) && (site === undefined || site === 'same-origin');
}

/**
 * Prepares the check against cross-site request forgery. The address that the browser used counts as this origin too,
 * because the cookie goes to no other host.
 */
export function createCrossSiteCheck(publicUrl: string, { session }: OperatorCookies): CrossSiteCheck {
  const { origin: publicOrigin } = new URL(publicUrl);
  return (request) => {
    const { headers, method } = request;
    if (safeMethods.has(method)) return null;
    const { protocol, host } = clientOf(request);
    const isSame = isSameOrigin(headers, [publicOrigin, `${protocol}://${host}`]);
    const value = session.read(headers.cookie);
    const token = headers['x-csrf-token'];
    const hasToken = typeof token === 'string' && value !== null && isEqual(token, csrfTokenOf(value));
    if (isSame ?? hasToken) return null;
    return forbidden(
      'origin_not_allowed',
      'With a session cookie, send this from the same origin, or send X-CSRF-Token.',
    );
  };
}
