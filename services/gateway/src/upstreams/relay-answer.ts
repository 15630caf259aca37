import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import { rateLimitFields } from '../rate-limit/rate-limit-fields.ts';
import { cacheByName } from '../cache-by-name.ts';

/** Headers of the upstream's connection, and those that only the gateway sets. */
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

/** Whether the client gets a header. `x-pas-*` stays between the gateway and the services. */
const isRelayed = cacheByName(
  (name) => !ownBusiness.has(name) && !name.startsWith('access-control-') && !name.startsWith('x-pas-'),
);

/** The headers of node:http and undici. A repeated name may have a list. */
type AnswerHeaders = NodeJS.Dict<string | string[]>;

function relayedHeaders(headers: AnswerHeaders): OutgoingHttpHeaders {
  const relayed: OutgoingHttpHeaders = {};
  for (const name in headers) {
    if (isRelayed(name)) relayed[name] = headers[name];
  }
  return relayed;
}

/**
 * Relays the bytes as fast as the client reads them. `pipe` would add more listeners than a short answer has chunks. If
 * one connection breaks, the proxy ends the other.
 */
function stream(answer: IncomingMessage, response: Response): void {
  answer.on('data', (chunk: Buffer) => {
    if (response.write(chunk)) return;
    answer.pause();
    response.once('drain', () => answer.resume());
  });
  answer.once('end', () => response.end());
}

/** An event stream may have no event for a long time, and its client waits for the headers. */
export const isEventStream = (contentType: unknown): boolean =>
  String(contentType).startsWith('text/event-stream');

/** Sends the status of a replica's answer, and the headers that are for the client. */
export function beginAnswer(response: Response, status: number, headers: AnswerHeaders): void {
  if (headers.vary !== undefined) response.vary(String(headers.vary));
  response.writeHead(status, relayedHeaders(headers));
  if (isEventStream(headers['content-type'])) response.flushHeaders();
}

/** Relays a replica's answer: status, headers that are for the client, and bytes. */
export function relayAnswer(answer: IncomingMessage, response: Response): void {
  if (response.headersSent || response.destroyed) {
    answer.destroy();
    return;
  }
  beginAnswer(response, answer.statusCode ?? 502, answer.headers);
  stream(answer, response);
}
