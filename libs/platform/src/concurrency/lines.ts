import { createLocks } from './locks.ts';

interface LinesOptions {
  /** The longest wait of a piece of work for its turn, in milliseconds. */
  maxWaitMs: number;
  refusal: () => Error;
}

/**
 * Mutexes by name, within the process: work of one name runs one at a time. Work of other names does not wait for it.
 */
export interface Lines {
  /** @throws the error of `refusal` when the turn does not come in time, or the error of the work */
  inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes lines, all of them empty. They serialize transactions that write one row. Concurrent ones would conflict, start
 * over after a random pause and conflict again. Fifty of them would take many times as long as one after the other.
 */
export function createLines({ maxWaitMs, refusal }: LinesOptions): Lines {
  const locks = createLocks();
  return {
    async inTurn(name, work) {
      if (!(await locks.acquire(name, maxWaitMs))) throw refusal();
      try {
        return await work();
      } finally {
        locks.release(name);
      }
    },
  };
}
