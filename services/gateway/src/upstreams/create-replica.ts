import { Agent as HttpAgent, ServerResponse, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Request, Response } from 'express';
import { createProxyMiddleware, type Options, type Plugin } from 'http-proxy-middleware';
import { exchangeOf } from './exchange.ts';
import { hasBody, heldBody, noBody } from './no-body.ts';
import { relayAnswer } from './relay-answer.ts';
import { refusedAssertion, refusedHeader } from '@pas/shared/principal/assertion';
import type { Replica } from './replica.ts';
import { watchPace } from '../fair-shares/watch-pace.ts';
import {
  assertionRefused,
  BodyTooLong,
  isConnectFailure,
  SlowBody,
  UpstreamSilence,
} from './upstream-errors.ts';

/**
 * Free connections end here before the services end them (65 s), so that no request is sent into one that is closing.
 * The most recently used one is taken first, which lets the others run out after a burst. There is no limit but that of
 * the bulkheads: a limit of the connections would let a full bulkhead block the others to the same replica. The
 * time-out is that of most groups, so that it seldom has to be set for a request and set back after it.
 */
const agentOptions = {
  keepAlive: true,
  scheduling: 'lifo',
  noDelay: true,
  timeout: 30_000,
} as const;

/** While the request is still arriving, the silence is the client's: the server's own time-out is for that. */
function limitSilence(outgoing: ClientRequest, request: Request, timeoutMs: number): void {
  const { socket } = outgoing;
  if (!socket) return;
  const endSilence = (): void => {
    if (request.complete) outgoing.destroy(new UpstreamSilence());
  };
  if (socket.timeout !== timeoutMs) socket.setTimeout(timeoutMs);
  socket.on('timeout', endSilence);
  outgoing.once('close', () => socket.off('timeout', endSilence));
}

/** Counts a body whose length wasn't announced; one that was is held to it by the parser. */
function limitBody(outgoing: ClientRequest, request: Request, limitBytes: number): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let received = 0;
  let isAnswered = false;
  outgoing.once('response', () => (isAnswered = true));
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= limitBytes) return;
    // An answer that is on its way already stays whole; it only hears no more of the body.
    if (isAnswered) request.unpipe(outgoing).resume();
    else outgoing.destroy(new BodyTooLong());
  });
}

/** Ends a body that arrives too slowly. */
function limitPace(outgoing: ClientRequest, request: Request): void {
  if (request.complete) return;
  outgoing.once(
    'close',
    watchPace(request, () => outgoing.destroy(new SlowBody())),
  );
}

/** A draining service ends its connections with the answers on them, from the first moment on. */
function noteAnswer(replica: Replica, { headers }: IncomingMessage): void {
  replica.answers += 1;
  if (headers.connection === 'close' && replica.isReady) replica.hurry();
}

function noteAbsence(replica: Replica): void {
  if (!replica.isReady) return;
  replica.isReady = false;
  replica.hurry();
}

/** How long other replicas are preferred to one that has refused an assertion, in milliseconds. */
const refusalMs = 5000;

const isRefusal = ({ headers }: IncomingMessage): boolean => headers[refusedHeader] === refusedAssertion;

/**
 * Keeps the refusal of an assertion from the client. It is read to its end first: its connection can be used again, and
 * the proxy then stops sending a body that nobody reads.
 */
function dropRefusal(replica: Replica, answer: IncomingMessage, response: Response): void {
  const exchange = exchangeOf(response);
  replica.refusesUntil = performance.now() + refusalMs;
  answer.once('end', () => exchange?.fail(assertionRefused(replica.url, answer.headers.date))).resume();
}

const hooks =
  (replicaOf: () => Replica): Plugin<Request, Response> =>
  (proxy) => {
    proxy.on('proxyReq', (outgoing, request, response) => {
      const exchange = exchangeOf(response);
      if (!exchange) return;
      limitSilence(outgoing, request, exchange.group.timeoutMs);
      if (exchange.body) {
        outgoing.end(exchange.body);
        return;
      }
      limitBody(outgoing, request, exchange.group.bodyLimitBytes);
      limitPace(outgoing, request);
    });
    proxy.on('proxyRes', (answer, _request, response) => {
      noteAnswer(replicaOf(), answer);
      if (isRefusal(answer)) dropRefusal(replicaOf(), answer, response);
      else relayAnswer(answer, response);
    });
    proxy.on('error', (error, request, response) => {
      if (isConnectFailure(error)) noteAbsence(replicaOf());
      if (!request || !(response instanceof ServerResponse)) return;
      if (response.headersSent) response.destroy();
      else exchangeOf(response)?.fail(error);
    });
  };

/** The parts of a replica's address, taken apart once instead of twice for each request. */
function targetOf(url: string) {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/**
 * Sets up the way to one replica, once. Requests and answers are streamed; no body is parsed on the way, since a webhook
 * whose bytes have been touched can't be verified any more.
 */
export function createReplica(url: string): Replica {
  const options: Options<Request, Response> = {
    target: targetOf(url),
    agent: url.startsWith('https:') ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions),
    // The library's own plugins log, and answer errors with the replica's host name.
    ejectPlugins: true,
    plugins: [hooks(() => replica)],
    selfHandleResponse: true,
  };
  const withBody = createProxyMiddleware(options);
  const withoutBody = createProxyMiddleware({ ...options, buffer: noBody });
  const withHeldBody = createProxyMiddleware({ ...options, buffer: heldBody });
  const proxyFor = (request: Request, response: Response) => {
    if (!hasBody(request.headers)) return withoutBody;
    return exchangeOf(response)?.body ? withHeldBody : withBody;
  };
  const replica: Replica = {
    url,
    isReady: true,
    isLeaving: false,
    refusesUntil: 0,
    sent: 0,
    answers: 0,
    isResting: false,
    hurry: () => undefined,
    send: (request, response) => {
      replica.sent += 1;
      if (replica.isResting) replica.hurry();
      void proxyFor(request, response)(request, response, (error) => {
        exchangeOf(response)?.fail(error instanceof Error ? error : new Error(String(error)));
      });
    },
  };
  return replica;
}
