import { setTimeout as pause } from 'node:timers/promises';
import { createWakeSignal } from '../concurrency/wake-signal.ts';

/** Work under way in this process, up to a number of places. */
export interface WorkPool {
  add(work: Promise<void>): void;
  /** Waits until a place is free, or until the stop. Returns the number of free places. */
  places(): Promise<number>;
  /** Waits for the running work, at most this many milliseconds. */
  drained(maxMs: number): Promise<void>;
}

/** The longest wait for the signal of finished work before the loop checks again. */
const maxWaitMs = 5000;

/** @param signal ends waiting for places */
export function createWorkPool(size: number, signal: AbortSignal): WorkPool {
  const running = new Set<Promise<void>>();
  const finished = createWakeSignal();
  signal.addEventListener('abort', () => finished.wake());
  return {
    add(work) {
      const tracked = work.finally(() => {
        running.delete(tracked);
        finished.wake();
      });
      running.add(tracked);
    },
    async places() {
      while (running.size >= size && !signal.aborted) await finished.wait(maxWaitMs);
      // Work that was committed together ends in one turn of the event loop. This lets all of its places become free
      // first.
      await new Promise(setImmediate);
      return size - running.size;
    },
    async drained(maxMs) {
      await Promise.race([Promise.all(running), pause(maxMs, undefined, { ref: false })]);
    },
  };
}
