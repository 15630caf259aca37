import type { Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from '../log/logger.ts';
import { connectionEvent } from '../tls/serve-tls.ts';
import type { Drain } from './drain.ts';

/** One step of the stop before the process ends. */
export interface Closer {
  /** The name in the log when closing takes long. */
  name: string;
  close: () => Promise<unknown>;
}

export interface Stoppable {
  server: Server;
  /** Servers of the same app on other ports; they end with the first one. */
  furtherServers?: readonly Server[];
  drain: Drain;
  log: Logger;
  /** Steps after the last request is answered, in this order: consumers, publisher, connections. */
  closers: readonly Closer[];
  /** The time in which the gateway sees that this process is unready, in milliseconds: two health intervals. */
  drainMs: number;
  /** The time without a request after which idle connections are closed, in milliseconds. */
  idleMs?: number;
  /**
   * The time limit of running requests, in milliseconds. Then the connections of unfinished ones are closed, so that the
   * closers still run.
   */
  requestsMs?: number;
}

/** The time from the end of the drain until the process exits with status 1, in milliseconds. */
const maxStopMs = 11_000;

/** The interval between closes of the connections whose last answer is sent, in milliseconds. */
const closeEveryMs = 50;

/** The time after which a step of the stop is logged as long, in milliseconds. */
const longMs = 2000;

/**
 * Runs a step of the stop. A long step is logged while it runs, so that a hanging step is visible. A failure is logged
 * too.
 *
 * @returns whether it succeeded
 */
async function runStep(log: Logger, { name, close }: Closer): Promise<boolean> {
  const startedAt = performance.now();
  const report = setInterval(() => {
    log.warn({ waitingFor: name, waitedMs: Math.round(performance.now() - startedAt) }, 'still stopping');
    log.flush();
  }, longMs);
  try {
    await close();
    return true;
  } catch (err) {
    log.error({ err, step: name }, 'a step of the stop has failed; the next steps follow');
    return false;
  } finally {
    clearInterval(report);
  }
}

/** Tracks the open connections that a server announces by an event. */
function watchOpen(server: Server, event: 'connection' | 'secureConnection'): Set<Socket> {
  const open = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Names the peer of a socket. The plain and the encrypted socket of a TLS connection have the same peer. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Follows the connections of a server.
 *
 * @returns a function that lists the connections without a request so far, including those in a TLS handshake
 */
function watchUnused(server: Server): () => Socket[] {
  const event = connectionEvent(server);
  const unused = watchOpen(server, event);
  server.on('request', ({ socket }) => unused.delete(socket));
  if (event === 'connection') return () => [...unused];
  const secured = watchOpen(server, event);
  const all = watchOpen(server, 'connection');
  return () => {
    const peers = new Set([...secured].map(peerOf));
    return [...unused, ...[...all].filter((socket) => !peers.has(peerOf(socket)))];
  };
}

/**
 * Stops accepting connections and answers the requests on open ones, each with `Connection: close`.
 *
 * Node's own `close()` of an HTTP server also closes idle connections immediately. That would cut off a request under
 * way, and its sender could not know whether it was executed.
 */
async function stopServer(
  server: Server,
  listUnused: () => Socket[],
  { idleMs, requestsMs }: { idleMs: number; requestsMs: number },
): Promise<void> {
  let lastRequestAt = performance.now();
  server.on('request', () => (lastRequestAt = performance.now()));
  const closed = new Promise<true>((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve(true));
  });
  for (;;) {
    const remainingMs = idleMs - (performance.now() - lastRequestAt);
    if (remainingMs <= 0) break;
    await setTimeout(remainingMs);
  }
  // Node counts them as idle only after the time in which a first request must arrive.
  for (const socket of listUnused()) socket.destroy();
  const giveUpAt = performance.now() + requestsMs;
  for (;;) {
    // Answers to requests from before the stop have no `Connection: close`.
    server.closeIdleConnections();
    if (await Promise.race([closed, setTimeout(closeEveryMs, false)])) return;
    if (performance.now() > giveUpAt) server.closeAllConnections();
  }
}

/**
 * Keeps the process until SIGTERM or SIGINT, then drains it: unready first, then no new requests, then the closers.
 * Long polls and event streams end after the gateway has stopped sending requests here. Eleven seconds after `drainMs`
 * the process exits with status 1. After an unhandled error it drains without delay and exits with status 1.
 */
export function runUntilSignal(stoppable: Stoppable): void {
  const { drain, log, closers, drainMs, idleMs = 200, requestsMs = 7000 } = stoppable;
  const servers = [stoppable.server, ...(stoppable.furtherServers ?? [])].map((server) => ({
    server,
    listUnused: watchUnused(server),
  }));
  closeWithGrace({ delay: drainMs + maxStopMs, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an unhandled error');
    drain.isDraining = true;
    // This listener runs before the app, because a header cannot be set after the answer.
    for (const { server } of servers) {
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    }
    await setTimeout(err ? 0 : drainMs);
    drain.stopping.abort();
    const waits = { idleMs: err ? 0 : idleMs, requestsMs };
    const stopAll = (): Promise<unknown> =>
      Promise.all(servers.map(({ server, listUnused }) => stopServer(server, listUnused, waits)));
    const failed: string[] = [];
    for (const step of [{ name: 'requests', close: stopAll }, ...closers])
      if (!(await runStep(log, step))) failed.push(step.name);
    log.info('stopped');
    log.flush();
    // The package ends the process with status 1.
    if (failed.length > 0) throw new Error(`The stop has failed: ${failed.join(', ')}.`);
  });
}
