import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';

/** What the loop below needs of a client's connection, which reconnects by itself once it is open. */
interface Connection {
  /** Settles when the connection is given up for good. */
  closed(): Promise<unknown>;
  close(): Promise<void>;
}

/** A connection that comes to be in the background, however long its server takes to be there. */
export interface Kept<C> {
  /** The connection; null until the first one is open, and after the end. */
  current(): C | null;
  /** Calls for the connection there is and for each later one; returns how to leave off. */
  each(onOpen: (connection: C) => void): () => void;
  /** Dials no more; what `current` gave before is the caller's to close. */
  stop(): void;
}

const redialMs = 500;

/**
 * Dials until there is a connection, and anew should it ever be given up. The client's own wait for a first connection
 * can't be called off, so a process that is told to stop before its server is there would hang in it.
 */
export function keepConnected<C extends Connection>(dial: () => Promise<C>, log: Logger): Kept<C> {
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
