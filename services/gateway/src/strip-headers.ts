import type { IncomingHttpHeaders } from 'node:http';
import { assertionHeader } from '@pas/shared/principal/assertion';
import { onBehalfOfHeader, reasonHeader } from '@pas/shared/principal/stated-purpose';
import { clientHeader, webClient } from '@pas/shared/sessions/refresh-cookie';
import type { Client } from './client.ts';
import { cacheByName } from './cache-by-name.ts';

/** The headers that the gateway adds for an upstream. */
export interface EdgeHeaders {
  assertion: string;
  correlationId: string;
  traceparent: string;
  client: Client;
  /** Whether Authorization is forwarded, for the one route that verifies its bearer token itself. */
  keepsAuthorization: boolean;
  /** The names of the refresh and the device cookie, on paths of sign-in; null on all others. */
  signInCookies: ReadonlySet<string> | null;
  /** Whether the stated purpose is forwarded: for callers of the Admin API. */
  passesPurpose?: boolean;
}

/** Headers of one connection (RFC 9110, section 7.6.1), and those that the gateway answers or writes itself. */
const ownBusiness: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  // Node has answered it already, and http-proxy-middleware skips its hooks if it is set.
  'expect',
  'cookie',
  'forwarded',
  'x-real-ip',
  'x-admin-env',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
]);

const lookAlikes = /^x-(?:pas-|user|tenant|forwarded-)/;

/**
 * Whether a service may read a name as another one, because it takes `_` or `.` for `-`. Such names have bypassed
 * header policies.
 */
const isAlias = (name: string): boolean => name.includes('_') || name.includes('.');

const isForwarded = cacheByName((name) => !ownBusiness.has(name) && !isAlias(name) && !lookAlikes.test(name));

/** Lists the headers that `Connection` restricts to this connection. */
function connectionNames({ connection }: IncomingHttpHeaders): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return [];
  return connection.split(',').map((name) => name.trim().toLowerCase());
}

/** Picks the cookies with one of the names, as a Cookie header; undefined without any. */
function pickCookies(cookie: string | undefined, names: ReadonlySet<string>): string | undefined {
  const picked = (cookie ?? '').split(/; */).filter((pair) => names.has(pair.split('=', 1)[0] ?? ''));
  return picked.length === 0 ? undefined : picked.join('; ');
}

/** Forwards the headers of a browser that signs in: the mark of a browser, and its refresh and device cookies. */
function passBrowser(
  headers: IncomingHttpHeaders,
  names: ReadonlySet<string>,
  forwarded: IncomingHttpHeaders,
): void {
  if (headers[clientHeader] === webClient) forwarded[clientHeader] = webClient;
  const cookie = pickCookies(headers.cookie, names);
  if (cookie !== undefined) forwarded.cookie = cookie;
}

/** Forwards the stated purpose of a request, which the service checks. */
function passPurpose(headers: IncomingHttpHeaders, forwarded: IncomingHttpHeaders): void {
  for (const name of [onBehalfOfHeader, reasonHeader]) {
    if (headers[name] !== undefined) forwarded[name] = headers[name];
  }
}

/** Builds the headers for an upstream: those of the gateway, and those of the caller that cannot forge an identity. */
export function forwardedHeaders(headers: IncomingHttpHeaders, edge: EdgeHeaders): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    // Skipped, not deleted later: a delete turns the object into a slow dictionary in V8.
    if (name === 'authorization' && !edge.keepsAuthorization) continue;
    if (isForwarded(name)) forwarded[name] = headers[name];
  }
  if (edge.signInCookies) passBrowser(headers, edge.signInCookies, forwarded);
  if (edge.passesPurpose) passPurpose(headers, forwarded);
  for (const name of connectionNames(headers)) {
    // The framing headers stay, or the body would be read as the next request.
    if (name !== 'transfer-encoding' && name !== 'content-length' && name !== 'host') delete forwarded[name];
  }
  forwarded[assertionHeader] = edge.assertion;
  forwarded['x-correlation-id'] = edge.correlationId;
  forwarded['traceparent'] = edge.traceparent;
  forwarded['x-forwarded-for'] = edge.client.address;
  forwarded['x-forwarded-proto'] = edge.client.protocol;
  forwarded['x-forwarded-host'] = edge.client.host;
  return forwarded;
}
