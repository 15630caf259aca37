import type { IncomingMessage } from 'node:http';
import { malformed } from '@pas/shared/errors/raise';
import type { RequestHandler } from 'express';

/** The largest request line and headers that the edge takes, in bytes. */
export const maxHeaderSize = 16 * 1024;

/** Headers of which two would let the gateway and a service believe different things. */
const onceOnly: ReadonlySet<string> = new Set(['host', 'authorization', 'x-admin-env', 'transfer-encoding']);

/** Of a repeated header Node keeps one or joins them, so only the raw list tells. */
function repeatedHeader({ rawHeaders }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (!onceOnly.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

const printable = /^[\x21-\x7e]+$/;

/** @throws malformed for what can be read in two ways, before anything is believed */
function requireUnambiguous(request: IncomingMessage): void {
  const { url = '', headers, httpVersion } = request;
  if (!url.startsWith('/')) throw malformed('Send the path alone, with the host in the Host header.');
  if (!printable.test(url)) throw malformed('The path has characters that must be percent-encoded.');
  const repeated = repeatedHeader(request);
  if (repeated !== undefined) throw malformed(`Send ${repeated} once.`);
  if (headers.host === undefined && httpVersion === '1.1') throw malformed('Send a Host header.');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw malformed('The only transfer coding taken is chunked.');
  }
}

/** Refuses requests that a gateway and a service might read differently (RFC 9112, sections 3.2 and 6.1). */
export const refuseMalformed: RequestHandler = (request, _response, next) => {
  requireUnambiguous(request);
  next();
};
