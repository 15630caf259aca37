import { createSemaphore, type Semaphore } from './semaphore.ts';

interface LinesOptions {
  /** How long a piece of work waits for those before it, in milliseconds. */
  maxWaitMs: number;
  refusal: () => Error;
}

/** Has work of one name done one after the other in this process. Work of other names does not wait for it. */
export interface Lines {
  /** @throws the error that `refusal` makes when its turn does not come in time, and what the work throws */
  inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes lines, all of them empty. Transactions that write one row would otherwise conflict, start over after a random
 * pause and conflict again: fifty of them take many times as long as one after the other.
 */
export function createLines({ maxWaitMs, refusal }: LinesOptions): Lines {
  const lines = new Map<string, { turns: Semaphore; users: number }>();
  return {
    async inTurn(name, work) {
      const line = lines.get(name) ?? {
        turns: createSemaphore({ permits: 1, maxWaitMs, refusal }),
        users: 0,
      };
      lines.set(name, line);
      line.users += 1;
      try {
        const turn = await line.turns.acquire(name);
        return await work().finally(() => line.turns.release(turn));
      } finally {
        line.users -= 1;
        if (line.users === 0) lines.delete(name);
      }
    },
  };
}
