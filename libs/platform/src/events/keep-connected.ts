import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';

/** The parts of a client's connection that the loop below needs. An open connection reconnects by itself. */
interface Connection {
  /** Settles when the client has given up the connection. */
  closed(): Promise<unknown>;
  close(): Promise<void>;
}

/** A connection that opens in the background, however long its server takes to start. */
export interface PersistentConnection<C> {
  /** The connection; null until the first one is open, and after the end. */
  current(): C | null;
  /** Calls `onOpen` for the current connection and for each later one. Returns a function that ends the calls. */
  each(onOpen: (connection: C) => void): () => void;
  /** Stops connecting. The caller closes the connection that `current` returned. */
  stop(): void;
}

const redialMs = 500;

/**
 * Connects in a loop, and again whenever the client gives up the connection. The client's own wait for a first
 * connection cannot be cancelled. It would block a process that stops before its server has started.
 */
export function keepConnected<C extends Connection>(
  dial: () => Promise<C>,
  log: Logger,
): PersistentConnection<C> {
  const stopping = new AbortController();
  const listeners = new Set<(connection: C) => void>();
  let current: C | null = null;
  let hasWarned = false;

  const hold = async (): Promise<void> => {
    const opened = await dial();
    if (stopping.signal.aborted) return opened.close();
    hasWarned = false;
    current = opened;
    for (const onOpen of listeners) onOpen(opened);
    await opened.closed();
    current = null;
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await hold().catch((err: unknown) => {
        if (!hasWarned) log.warn({ err }, 'the event bus is unavailable; connecting until it answers');
        hasWarned = true;
      });
      await pause(redialMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  void run();
  return {
    current: () => (stopping.signal.aborted ? null : current),
    each: (onOpen) => {
      listeners.add(onOpen);
      if (current) onOpen(current);
      return () => void listeners.delete(onOpen);
    },
    stop: () => stopping.abort(),
  };
}
