import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageClassesOf } from './app-messages.ts';
import { answerUnreadable } from './answer-unreadable.ts';
import { defaultBodyMs, limitBodyTime, maxBodyMs } from './body-time.ts';
import { isLingering, lingerOnClose, readRestAfterAnswer } from './linger.ts';
import { createTlsServer, type ServedTls } from '../tls/serve-tls.ts';

export interface ListenOptions {
  host: string;
  /** 0 chooses a free port. */
  port: number;
  /**
   * In bytes. Services behind the gateway accept more than the gateway. Its assertion names each property of a person,
   * whose description by an identity provider has 256 KiB at most.
   */
  maxHeaderSize?: number;
  /** Without it the server answers over plain HTTP. */
  tls?: ServedTls | undefined;
  /** Whether several processes listen on this port (SO_REUSEPORT). Each connection goes to one of them. */
  isShared?: boolean;
  /** The time in which a body must arrive, in milliseconds, unless the app allows a long one (`allowLongBody`). */
  bodyMs?: number;
  /** Connections at once. At this number the server closes the idle ones and refuses one connection. */
  maxConnections?: number;
}

/** Connections of a process. This many idle ones take about 140 MiB. */
const defaultConnections = 10_000;

/**
 * An idle connection is closed after this time, in milliseconds. It is longer than any upstream may stay silent, and
 * short enough that unread answers do not pile up.
 */
const idleTimeoutMs = 75_000;

/**
 * Starts the HTTP or HTTPS server of an app. Idle connections outlive the gateway's pool (60 s), so that no request
 * is sent on a closing connection. The app handles a missing Host header and ignores an unknown expectation (RFC 9110,
 * section 10.1.1). Node's own answers would not be problem bodies.
 */
export async function listen(
  app: RequestListener,
  { host, port, maxHeaderSize = 288 * 1024, tls, isShared = false, ...limits }: ListenOptions,
): Promise<Server> {
  const { bodyMs = defaultBodyMs, maxConnections = defaultConnections } = limits;
  const serve: RequestListener = (request, response) => {
    if (isLingering(request.socket)) return;
    readRestAfterAnswer(request, response);
    limitBodyTime(server, request, bodyMs);
    app(request, response);
  };
  const options = {
    headersTimeout: 10_000,
    requestTimeout: maxBodyMs,
    keepAliveTimeout: 65_000,
    maxHeaderSize,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
    ...messageClassesOf(app),
  };
  const server = tls ? createTlsServer(options, serve, tls) : createServer(options, serve);
  server.timeout = idleTimeoutMs;
  server.maxConnections = maxConnections;
  server.on('drop', () => server.closeIdleConnections());
  server.on('checkExpectation', serve);
  lingerOnClose(server);
  answerUnreadable(server, maxHeaderSize);
  server.listen({ port, host, reusePort: isShared });
  await once(server, 'listening');
  return server;
}

/** Returns the port on which a server listens. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
