import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageClassesOf } from './app-messages.ts';
import { answerUnreadable } from './answer-unreadable.ts';
import { defaultBodyMs, limitBodyTime, longestBodyMs } from './body-time.ts';
import { isLingering, lingerOnClose, outliveAnswer } from './linger.ts';
import { createTlsServer, type ServedTls } from '../tls/serve-tls.ts';

export interface ListenOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Bytes; services behind the gateway take more than it does, for the headers it adds. */
  maxHeaderSize?: number;
  /** Without it the server answers over plain HTTP. */
  tls?: ServedTls | undefined;
  /** Whether other processes listen on this port too (SO_REUSEPORT): each connection goes to one of them. */
  isShared?: boolean;
  /** How long a body may take to arrive, in milliseconds, where the app does not allow it longer (`allowLongBody`). */
  bodyMs?: number;
}

/**
 * A connection on which nothing moves is ended after this many milliseconds: longer than any upstream may stay silent,
 * and short enough that answers which nobody reads don't pile up.
 */
const idleTimeoutMs = 75_000;

/**
 * Starts the HTTP or HTTPS server of an app. Idle connections outlive the gateway's pool (60 s), so that no request is sent
 * into a connection that is just being closed. The app handles a missing Host header, and an unknown expectation is
 * ignored (RFC 9110, section 10.1.1), because Node's own answers are not problem bodies.
 */
export async function listen(
  app: RequestListener,
  { host, port, maxHeaderSize = 32_768, tls, isShared = false, bodyMs = defaultBodyMs }: ListenOptions,
): Promise<Server> {
  const serve: RequestListener = (request, response) => {
    if (isLingering(request.socket)) return;
    outliveAnswer(request, response);
    limitBodyTime(server, request, bodyMs);
    app(request, response);
  };
  const options = {
    headersTimeout: 10_000,
    requestTimeout: longestBodyMs,
    keepAliveTimeout: 65_000,
    maxHeaderSize,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
    ...messageClassesOf(app),
  };
  const server = tls ? createTlsServer(options, serve, tls) : createServer(options, serve);
  server.timeout = idleTimeoutMs;
  server.on('checkExpectation', serve);
  lingerOnClose(server);
  answerUnreadable(server, maxHeaderSize);
  server.listen({ port, host, reusePort: isShared });
  await once(server, 'listening');
  return server;
}

/** The port a server got. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
