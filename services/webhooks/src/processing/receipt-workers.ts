import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { RetryLater } from '@pas/platform/events/retry-later';
import type { Provider } from '@pas/shared/models/webhook-receipt';

/**
 * The receipts that one process holds, queued ones included. A receipt is read only at its turn, so few bodies are in
 * memory.
 */
export const maxHeld = 256;

/**
 * The parallel reads and records of receipts, and the parallel work. Both are low, so that a flood leaves the database
 * to acknowledgements.
 */
const [maxRead, maxWorked] = [32, 8];

/**
 * The parallel and the queued receipts of telephony-b. Their work calls the REST API of the provider, with a time-out
 * of five seconds. So they have a bulkhead of their own.
 */
const [maxCommanding, maxWaiting] = [4, 128];

/** Runs work when a permit is free. */
type Run = <Result>(provider: Provider, work: () => Promise<Result>) => Promise<Result>;

/** Limits parallel work. Waiting work takes turns by its key. */
function limit(permits: number) {
  const semaphore = createSemaphore({
    permits,
    maxWaitMs: 60_000,
    refusal: () => new RetryLater('Other receipts take a long time.'),
  });
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const permit = await semaphore.acquire(key);
    try {
      return await work();
    } finally {
      semaphore.release(permit);
    }
  };
}

/** The new receipts that wait in memory. Further ones are read from the database at their turn. */
const maxBegun = 32;

/**
 * The same for telephony-b: for one virtual number, and for all. The numbers take turns, so visitors of one number do
 * not wait for a storm at another one. Further receipts come over the bus and share one turn.
 */
const [maxBegunOfNumber, maxBegunCommanding] = [8, 64];

/** The scheduling of receipts in a process. Providers take turns. */
export interface ReceiptWorkers {
  /**
   * Queues a receipt until its turn to be read.
   *
   * @throws RetryLater if too many receipts of telephony-b wait, and after a minute
   */
  hold: Run;
  /** Processes a receipt. */
  work: Run;
  /**
   * Processes a receipt that is already in memory.
   *
   * @param number the virtual number of an event of telephony-b
   * @returns null if too many wait
   */
  begin<Result>(provider: Provider, work: () => Promise<Result>, number?: string): Promise<Result> | null;
}

/** Limits the receipts that wait in memory, by number and in total. Returns null if too many wait. */
function countByNumber(commanded: ReturnType<typeof limit>) {
  const begunOf = new Map<string, number>();
  let begun = 0;
  const count = (number: string, change: 1 | -1): void => {
    begun += change;
    const left = (begunOf.get(number) ?? 0) + change;
    if (left > 0) begunOf.set(number, left);
    else begunOf.delete(number);
  };
  return <Result>(number: string, work: () => Promise<Result>): Promise<Result> | null => {
    if (begun >= maxBegunCommanding || (begunOf.get(number) ?? 0) >= maxBegunOfNumber) return null;
    count(number, 1);
    return commanded(`number ${number}`, work).finally(() => count(number, -1));
  };
}

/** Creates the scheduling of receipts. */
export function createReceiptWorkers(): ReceiptWorkers {
  const [read, worked, commanded] = [limit(maxRead), limit(maxWorked), limit(maxCommanding)];
  let [held, begun] = [0, 0];

  const holdCommanding: Run = async (provider, work) => {
    if (held >= maxCommanding + maxWaiting)
      throw new RetryLater('The receipts of telephony-b take a long time.');
    held += 1;
    try {
      return await commanded(provider, work);
    } finally {
      held -= 1;
    }
  };
  const beginCommanding = countByNumber(commanded);
  const beginOther: Run = async (provider, work) => {
    begun += 1;
    try {
      return await worked(provider, work);
    } finally {
      begun -= 1;
    }
  };
  return {
    begin(provider, work, number = '') {
      if (provider === 'telephony-b') return beginCommanding(number, work);
      return begun < maxBegun ? beginOther(provider, work) : null;
    },
    hold: async (provider, work) =>
      provider === 'telephony-b' ? holdCommanding(provider, work) : read(provider, work),
    work: async (provider, work) => (provider === 'telephony-b' ? work() : worked(provider, work)),
  };
}
