import type { IncomingHttpHeaders } from 'node:http';
import { assertionHeader } from '@pas/shared/principal/assertion';
import { clientHeader, webClient } from '@pas/shared/sessions/refresh-cookie';
import type { Client } from './client.ts';
import { rememberNames } from './remember-names.ts';

/** What the gateway itself says to an upstream beside the request. */
export interface EdgeHeaders {
  assertion: string;
  correlationId: string;
  traceparent: string;
  client: Client;
  /** The one route whose bearer token is its own business. */
  keepsAuthorization: boolean;
  /** The names of the refresh and the device cookie, on paths where browsers sign in; null on all others. */
  signInCookies: ReadonlySet<string> | null;
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
  // Node has answered it already, and http-proxy-middleware skips its hooks where it is set.
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

/** A name with `_` or `.` may be read downstream as the same name with `-`: header policies were bypassed that way. */
const isAlias = (name: string): boolean => name.includes('_') || name.includes('.');

const isForwarded = rememberNames(
  (name) => !ownBusiness.has(name) && !isAlias(name) && !lookAlikes.test(name),
);

/** Names that the `Connection` header declares to be of this connection only. */
function connectionNames({ connection }: IncomingHttpHeaders): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return [];
  return connection.split(',').map((name) => name.trim().toLowerCase());
}

/** The cookies of a request that have one of the names, as a Cookie header; undefined where there are none. */
function pickCookies(cookie: string | undefined, names: ReadonlySet<string>): string | undefined {
  const picked = (cookie ?? '').split(/; */).filter((pair) => names.has(pair.split('=', 1)[0] ?? ''));
  return picked.length === 0 ? undefined : picked.join('; ');
}

/** Adds what a browser sends to sign in: that it is one, and its refresh and device cookies. */
function passBrowser(
  headers: IncomingHttpHeaders,
  names: ReadonlySet<string>,
  forwarded: IncomingHttpHeaders,
): void {
  if (headers[clientHeader] === webClient) forwarded[clientHeader] = webClient;
  const cookie = pickCookies(headers.cookie, names);
  if (cookie !== undefined) forwarded.cookie = cookie;
}

/**
 * Makes the headers that an upstream gets: the caller's own, without anything by which a caller could pass for somebody
 * else, and the gateway's word on who calls and from where.
 */
export function forwardedHeaders(headers: IncomingHttpHeaders, edge: EdgeHeaders): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    // Never put there to be deleted: V8 makes a dictionary of such an object, and all that copy it pay for that.
    if (name === 'authorization' && !edge.keepsAuthorization) continue;
    if (isForwarded(name)) forwarded[name] = headers[name];
  }
  if (edge.signInCookies) passBrowser(headers, edge.signInCookies, forwarded);
  for (const name of connectionNames(headers)) {
    // A body's own framing can't be declared away, or it would be read as the next request.
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
