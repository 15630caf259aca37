import { setTimeout as pause } from 'node:timers/promises';
import { createWakeSignal } from '../concurrency/wake-signal.ts';

/** Work under way in this process, up to a number of places. */
export interface WorkPool {
  add(work: Promise<void>): void;
  /** Waits until there is a place, or the end; tells how many places there are. */
  places(): Promise<number>;
  /** Waits for what is under way, but no longer than that many milliseconds. */
  drained(maxMs: number): Promise<void>;
}

/** Whatever finishes gives the signal; this is only how often a wait looks at the clock in between. */
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
      // What was committed together ends in one turn; all its places are then there to be counted.
      await new Promise(setImmediate);
      return size - running.size;
    },
    async drained(maxMs) {
      await Promise.race([Promise.all(running), pause(maxMs, undefined, { ref: false })]);
    },
  };
}
