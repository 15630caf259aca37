import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import { rateLimitFields } from '../rate-limit/rate-limit-fields.ts';
import { rememberNames } from '../remember-names.ts';

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
const isRelayed = rememberNames(
  (name) => !ownBusiness.has(name) && !name.startsWith('access-control-') && !name.startsWith('x-pas-'),
);

/** As node:http and undici give them: a name that stands on several lines may have a list. */
type AnswerHeaders = NodeJS.Dict<string | string[]>;

function relayedHeaders(headers: AnswerHeaders): OutgoingHttpHeaders {
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

/** An event stream may have no event for a long time, and its client waits for the headers. */
const isEventStream = (headers: AnswerHeaders): boolean =>
  String(headers['content-type']).startsWith('text/event-stream');

/** Sends the status of a replica's answer, and its headers as far as they are for the client. */
export function beginAnswer(response: Response, status: number, headers: AnswerHeaders): void {
  if (headers.vary !== undefined) response.vary(String(headers.vary));
  response.writeHead(status, relayedHeaders(headers));
  if (isEventStream(headers)) response.flushHeaders();
}

/** Passes a replica's answer on: its status, its headers as far as they are for the client, and its bytes as they come. */
export function relayAnswer(answer: IncomingMessage, response: Response): void {
  if (response.headersSent || response.destroyed) {
    answer.destroy();
    return;
  }
  beginAnswer(response, answer.statusCode ?? 502, answer.headers);
  stream(answer, response);
}
