import { lookup as lookUpBySystem } from 'node:dns';
import { ServerResponse, type ClientRequest, type IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Request, Response } from 'express';
import { createProxyMiddleware, type Options, type Plugin } from 'http-proxy-middleware';
import { exchangeOf } from './exchange.ts';
import type { HeldRequest } from './held-request.ts';
import { pinLookup } from './pin-lookup.ts';
import type { Dispatcher } from 'undici';
import { watchPace } from '../fair-shares/watch-pace.ts';
import { heldBody } from './held-body.ts';
import { relayAnswer } from './relay-answer.ts';
import { refusedAssertion, refusedHeader } from '@pas/shared/principal/assertion';
import type { ReplicaTimeouts, Replica } from './replica.ts';
import { recordAnswer, recordConnectFailure, recordAssertionRefusal } from './replica-signs.ts';
import { createUpstreamAgent } from './upstream-agent.ts';
import { createUpstreamPool, type UpstreamPool } from './upstream-pool.ts';
import {
  assertionRefused,
  BodyTooLong,
  isConnectFailure,
  SlowBody,
  UpstreamSilence,
} from './upstream-errors.ts';

/**
 * Idle connections end here before the services end them (65 s), so that no request uses a closing one. The most
 * recently used connection comes first, so the others expire after a burst. Only the bulkheads limit the number of
 * connections. A limit here would let a full bulkhead block the others to the same replica. The time-out is that of
 * most groups, so it rarely changes for a request.
 */
const agentOptions = {
  keepAlive: true,
  scheduling: 'lifo',
  noDelay: true,
  timeout: 30_000,
} as const;

/**
 * Ends a request after the silence of its replica. While the request still arrives, the server's own time-out applies.
 */
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

/** Limits a body without an announced length. The parser enforces an announced one. */
function limitBody(outgoing: ClientRequest, request: Request, limitBytes: number): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let received = 0;
  let isAnswered = false;
  outgoing.once('response', () => (isAnswered = true));
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= limitBytes) return;
    // A begun answer is still sent in full. The replica gets no more of the body.
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

const isRefusal = ({ headers }: IncomingMessage): boolean => headers[refusedHeader] === refusedAssertion;

/**
 * Withholds the refusal of an assertion from the client. It is read to its end first, so that the connection can be
 * reused. The proxy then stops sending a body that nobody reads.
 */
function dropRefusal(replica: Replica, answer: IncomingMessage, response: Response): void {
  const exchange = exchangeOf(response);
  recordAssertionRefusal(replica);
  answer.once('end', () => exchange?.fail(assertionRefused(replica.name, answer.headers.date))).resume();
}

const hooks =
  (replicaOf: () => Replica): Plugin<Request, Response> =>
  (proxy) => {
    proxy.on('proxyReq', (outgoing, request, response) => {
      const exchange = exchangeOf(response);
      if (!exchange) return;
      exchange.start(outgoing);
      limitSilence(outgoing, request, exchange.group.timeoutMs);
      if (exchange.body) {
        outgoing.end(exchange.body);
        return;
      }
      limitBody(outgoing, request, exchange.group.bodyLimitBytes);
      limitPace(outgoing, request);
    });
    proxy.on('proxyRes', (answer, _request, response) => {
      recordAnswer(replicaOf(), answer.headers.connection);
      exchangeOf(response)?.begin();
      if (isRefusal(answer)) dropRefusal(replicaOf(), answer, response);
      else relayAnswer(answer, response);
    });
    proxy.on('error', (error, request, response) => {
      if (isConnectFailure(error)) recordConnectFailure(replicaOf());
      if (!request || !(response instanceof ServerResponse)) return;
      if (response.headersSent) response.destroy();
      else exchangeOf(response)?.fail(error);
    });
  };

/** Parses a replica's address once, instead of twice for each request. */
function targetOf(url: string) {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/** The state of a replica before its first request. */
const unused = {
  isReady: true,
  isLeaving: false,
  isWithoutStore: false,
  refusesUntil: 0,
  connectFailures: 0,
  outUntil: 0,
  heardAt: 0,
  sent: 0,
  answers: 0,
  isResting: false,
  hurry: (): void => undefined,
};

/** Sends a held request over the pool. The attempt receives the result, errors included. */
function dispatchHeld(
  { pool, prefix, servername }: UpstreamPool,
  { method, path, headers, body }: HeldRequest,
  { attempt, timeouts }: { attempt: Dispatcher.DispatchHandler; timeouts: ReplicaTimeouts },
): void {
  const options = {
    method,
    path: prefix + path,
    headers,
    body,
    servername,
    headersTimeout: timeouts.answerMs,
    // Also applies between the events of a stream. A service sends a comment every 15 s, unless it is frozen.
    bodyTimeout: timeouts.silenceMs,
    // undici would close the connection after each HEAD.
    reset: false,
  };
  pool.dispatch(options, attempt);
}

/**
 * Creates the two paths to one replica: a pool for held requests, and http-proxy-middleware for streamed ones. Neither
 * parses bodies, because the signature of a changed webhook cannot be verified.
 *
 * @param ip its IP address if each address of the host is a replica of its own
 * @param lookUpHost the look-up of its host; default: the system's
 */
export function createReplica(
  url: string,
  { ip = null, lookup: lookUpHost = lookUpBySystem }: { ip?: string | null; lookup?: LookupFunction } = {},
): Replica {
  const lookup = ip === null ? lookUpHost : pinLookup(ip);
  const agent = createUpstreamAgent(url, { ...agentOptions, lookup });
  const upstreamPool = createUpstreamPool(url, lookup);
  const options: Options<Request, Response> = {
    target: targetOf(url),
    agent,
    // The library's own plugins log, and answer errors with the replica's host name.
    ejectPlugins: true,
    plugins: [hooks(() => replica)],
    selfHandleResponse: true,
  };
  const streamedProxy = createProxyMiddleware(options);
  const heldBodyProxy = createProxyMiddleware({ ...options, buffer: heldBody });
  const countSent = (): void => {
    replica.sent += 1;
    if (replica.isResting) replica.hurry();
  };
  const replica: Replica = {
    url,
    ip,
    lookup,
    name: ip === null ? url : `${url} at ${ip}`,
    ...unused,
    dispatch: (held, attempt, timeouts) => {
      countSent();
      dispatchHeld(upstreamPool, held, { attempt, timeouts });
    },
    send: (request, response) => {
      countSent();
      const proxy = exchangeOf(response)?.body ? heldBodyProxy : streamedProxy;
      void proxy(request, response, (error) => {
        exchangeOf(response)?.fail(error instanceof Error ? error : new Error(String(error)));
      });
    },
    // Idle connections of the agent end after the agent's time-out.
    retire: () => void upstreamPool.pool.close().catch(() => undefined),
    async close() {
      agent.destroy();
      await upstreamPool.pool.destroy();
    },
  };
  return replica;
}
