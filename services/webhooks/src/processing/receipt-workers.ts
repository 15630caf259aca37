import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { RetryLater } from '@pas/platform/events/retry-later';
import type { Provider } from '@pas/shared/models/webhook-receipt';

/**
 * Receipts that one process holds at once, those that wait included. None of them is read before its turn, so the bytes
 * of few are in memory.
 */
export const maxHeld = 256;

/**
 * Receipts that are read and noted together, and those of them that are worked on at once: few, so that a flood leaves
 * the store to acknowledgements.
 */
const [maxRead, maxWorked] = [32, 8];

/**
 * Receipts of telephony-b that are worked on at once, and that wait. Their work waits for the REST API of the provider, for
 * five seconds where it is silent: they have a bulkhead of their own, and never fill the places of the others.
 */
const [maxCommanding, maxWaiting] = [4, 128];

/** Runs work when there is a place for it. */
type Run = <Result>(provider: Provider, work: () => Promise<Result>) => Promise<Result>;

/** Limits the work that is done at once. Those that wait take turns by their key. */
function limit(permits: number) {
  const semaphore = createSemaphore({
    permits,
    maxWaitMs: 60_000,
    refusal: () => new RetryLater('Other receipts are worked on for a long time.'),
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

/** Receipts that were stored just now and wait here for their turn; the others are read again when they have theirs. */
const maxBegun = 32;

/**
 * The same for telephony-b: of one virtual number, and of all. The numbers take turns, so visitors of one number do not wait
 * for a storm at another one. What is beyond these comes over the bus, and all of that has one turn together.
 */
const [maxBegunOfNumber, maxBegunCommanding] = [8, 64];

/** How the receipts of a process share its work. Providers take turns. */
export interface ReceiptWorkers {
  /**
   * Holds a receipt until it has its turn to be read.
   *
   * @throws RetryLater where too many of telephony-b wait, and after a minute
   */
  hold: Run;
  /** Has what a receipt says done. */
  work: Run;
  /**
   * Has what a receipt says done that is in memory already.
   *
   * @param number the virtual number that an event of telephony-b is about
   * @returns null where too many wait
   */
  begin<Result>(provider: Provider, work: () => Promise<Result>, number?: string): Promise<Result> | null;
}

/** Limits what waits for its turn in memory, by number and in all. Null where too many wait. */
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

/** Shares the work of a process between the receipts. */
export function createReceiptWorkers(): ReceiptWorkers {
  const [read, worked, commanded] = [limit(maxRead), limit(maxWorked), limit(maxCommanding)];
  let [held, begun] = [0, 0];

  const holdCommanding: Run = async (provider, work) => {
    if (held >= maxCommanding + maxWaiting)
      throw new RetryLater('The receipts of telephony-b are worked on slowly.');
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
