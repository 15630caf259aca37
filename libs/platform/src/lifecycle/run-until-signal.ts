import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from '../log/logger.ts';
import type { Drain } from './drain.ts';

export interface Stoppable {
  server: Server;
  drain: Drain;
  log: Logger;
  /** What to close after the last request is answered, in this order: consumers, publisher, connections. */
  closers: readonly (() => Promise<unknown>)[];
  /** How long the gateway may take to see that this process is unready, in milliseconds: two health intervals. */
  drainMs: number;
}

/** Finishes the requests under way and takes no new ones. */
async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}

/**
 * Keeps the process until SIGTERM or SIGINT, then drains it: unready first, then no new requests, then the closers. Long
 * polls and event streams end once the gateway sends their clients elsewhere. The process is ended the hard way after 15 seconds, and at once with status 1 after an error that nobody handled.
 */
export function runUntilSignal({ server, drain, log, closers, drainMs }: Stoppable): void {
  closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an unhandled error');
    drain.isDraining = true;
    server.on('request', (_request, response) => response.setHeader('Connection', 'close'));
    await setTimeout(err ? 0 : drainMs);
    drain.stopping.abort();
    await stopServer(server);
    for (const close of closers) await close();
    log.info('stopped');
    log.flush();
  });
}
