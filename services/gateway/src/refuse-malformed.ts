import type { IncomingMessage } from 'node:http';
import { malformed } from '@pas/platform/errors/raise';
import { onBehalfOfHeader, reasonHeader } from '@pas/shared/principal/stated-purpose';
import type { RequestHandler } from 'express';
import { cacheByName } from './cache-by-name.ts';

/** The largest request line and headers that the edge takes, in bytes. */
export const maxHeaderSize = 16 * 1024;

/** Headers that must not be repeated, because gateway and service might read different values. */
const onceOnly: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'x-admin-env',
  'transfer-encoding',
  onBehalfOfHeader,
  reasonHeader,
]);

const isOnceOnly = cacheByName((written) => onceOnly.has(written.toLowerCase()));

/** Finds a repeated header in the raw list, because Node keeps only one of them or joins them. */
function repeatedHeader({ rawHeaders }: IncomingMessage): string | undefined {
  let seen = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at] ?? '';
    if (!isOnceOnly(written)) continue;
    const name = written.toLowerCase();
    if (seen.includes(`${name} `)) return name;
    seen += `${name} `;
  }
  return undefined;
}

const printable = /^[\x21-\x7e]+$/;

/**
 * A request target has no fragment (RFC 9112, section 3.2). Some servers keep it and some drop it, so they see
 * different paths.
 */
function requirePlainTarget(url: string): void {
  if (!url.startsWith('/')) throw malformed('Send only the path, with the host in the Host header.');
  if (!printable.test(url)) throw malformed('The path has characters that must be percent-encoded.');
  if (url.includes('#')) throw malformed('Send the path without its fragment.');
}

/** A name, an IPv4 or a bracketed IPv6 address, with or without a port (RFC 3986, section 3.2.2). */
const hostAndPort = /^(?:[\w.~%!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

function requireHost({ headers: { host }, httpVersion }: IncomingMessage): void {
  if (host === undefined && httpVersion === '1.0') return;
  if (host === undefined) throw malformed('Send a Host header.');
  if (!hostAndPort.test(host)) throw malformed('The Host header names no host.');
}

function requirePlainFraming({ headers, httpVersion }: IncomingMessage): void {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  if (coding.toLowerCase() !== 'chunked') throw malformed('The only accepted transfer coding is chunked.');
  if (httpVersion === '1.0')
    throw malformed('HTTP/1.0 does not support chunks. Send the length of the body.');
}

/** @throws malformed for a request that can be read in two ways */
function requireUnambiguous(request: IncomingMessage): void {
  const { url = '', httpVersion } = request;
  // The parser accepts 0.9 and 2.0, which have other framing.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw malformed('Send HTTP/1.1.');
  requirePlainTarget(url);
  const repeated = repeatedHeader(request);
  if (repeated !== undefined) throw malformed(`Send ${repeated} once.`);
  requireHost(request);
  requirePlainFraming(request);
}

/** Refuses requests that a gateway and a service might read differently (RFC 9112, sections 2.3, 3.2 and 6.1). */
export const refuseMalformed: RequestHandler = (request, _response, next) => {
  requireUnambiguous(request);
  next();
};
