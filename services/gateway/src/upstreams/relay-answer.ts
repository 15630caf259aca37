import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import { rateLimitFields } from '../rate-limit/rate-limit-fields.ts';

/** Headers of the upstream's connection, and those that the gateway alone says. */
const ownBusiness: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  // Node frames the answer itself, as the client's version of HTTP wants it.
  'transfer-encoding',
  'trailer',
  'upgrade',
  'vary',
  'server',
  'x-powered-by',
  'x-correlation-id',
  'x-content-type-options',
  ...rateLimitFields,
]);

/** `x-pas-*` is said between the gateway and the services alone. */
const isRelayed = (name: string): boolean =>
  !ownBusiness.has(name) && !name.startsWith('access-control-') && !name.startsWith('x-pas-');

function relayedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const relayed: OutgoingHttpHeaders = {};
  for (const name in headers) {
    if (isRelayed(name)) relayed[name] = headers[name];
  }
  return relayed;
}

/**
 * Passes the bytes on as fast as the client takes them. `pipe` does it with more listeners than a short answer has
 * chunks; a connection that breaks off is seen by the proxy, which ends the other one.
 */
function stream(answer: IncomingMessage, response: Response): void {
  answer.on('data', (chunk: Buffer) => {
    if (response.write(chunk)) return;
    answer.pause();
    response.once('drain', () => answer.resume());
  });
  answer.once('end', () => response.end());
}

/** Passes a replica's answer on: its status, its headers as far as they are for the client, and its bytes as they come. */
export function relayAnswer(answer: IncomingMessage, response: Response): void {
  if (response.headersSent || response.destroyed) {
    answer.destroy();
    return;
  }
  if (answer.headers.vary !== undefined) response.vary(answer.headers.vary);
  response.writeHead(answer.statusCode ?? 502, relayedHeaders(answer.headers));
  stream(answer, response);
}
