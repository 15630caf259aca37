import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { RetryLater } from '@pas/platform/events/retry-later';
import type { Provider } from '@pas/shared/models/webhook-receipt';

/**
 * The receipts that the consumer of one process handles at once, queued ones included. A receipt is read only at its
 * turn, so few bodies are in memory.
 */
export const maxInFlight = 256;

/**
 * The parallel reads and records of receipts, and the parallel work. Both are low, so that a flood leaves the database
 * to acknowledgements.
 */
const [maxReading, maxProcessing] = [32, 8];

/**
 * The parallel and the queued receipts of telephony-b. Their work calls the REST API of the provider, with a time-out
 * of five seconds. So they have a bulkhead of their own.
 */
const [maxCommanding, maxQueuedCommanding] = [4, 128];

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
const maxInMemory = 32;

/**
 * The new receipts of telephony-b that wait in memory: per virtual number, and in total. The numbers take turns, so
 * visitors of one number do not wait for a storm at another one. Further receipts come over the bus and share one turn.
 */
const [maxInMemoryOfNumber, maxInMemoryCommanding] = [8, 64];

/** The scheduling of receipts in a process. Providers take turns. */
export interface ReceiptWorkers {
  /**
   * Runs the reading and the processing of a receipt at its turn.
   *
   * @throws RetryLater if too many receipts of telephony-b wait, and after a minute
   */
  queue: Run;
  /** Runs the processing of a receipt that was read. */
  process: Run;
  /**
   * Queues the processing of a receipt that is already in memory.
   *
   * @param number the virtual number of an event of telephony-b
   * @returns null if too many wait
   */
  tryProcess<Result>(
    provider: Provider,
    work: () => Promise<Result>,
    number?: string,
  ): Promise<Result> | null;
}

/** Limits the receipts that wait in memory, by number and in total. Returns null if too many wait. */
function limitByNumber(commands: ReturnType<typeof limit>) {
  const waitingAt = new Map<string, number>();
  let waiting = 0;
  const count = (number: string, change: 1 | -1): void => {
    waiting += change;
    const left = (waitingAt.get(number) ?? 0) + change;
    if (left > 0) waitingAt.set(number, left);
    else waitingAt.delete(number);
  };
  return <Result>(number: string, work: () => Promise<Result>): Promise<Result> | null => {
    const isFull = waiting >= maxInMemoryCommanding || (waitingAt.get(number) ?? 0) >= maxInMemoryOfNumber;
    if (isFull) return null;
    count(number, 1);
    return commands(`number ${number}`, work).finally(() => count(number, -1));
  };
}

/** Creates the scheduling of receipts. */
export function createReceiptWorkers(): ReceiptWorkers {
  const [read, process, command] = [limit(maxReading), limit(maxProcessing), limit(maxCommanding)];
  let [queuedCommanding, inMemory] = [0, 0];

  const queueCommanding: Run = async (provider, work) => {
    if (queuedCommanding >= maxCommanding + maxQueuedCommanding)
      throw new RetryLater('The receipts of telephony-b take a long time.');
    queuedCommanding += 1;
    try {
      return await command(provider, work);
    } finally {
      queuedCommanding -= 1;
    }
  };
  const tryCommanding = limitByNumber(command);
  const processFromMemory: Run = async (provider, work) => {
    inMemory += 1;
    try {
      return await process(provider, work);
    } finally {
      inMemory -= 1;
    }
  };
  return {
    tryProcess(provider, work, number = '') {
      if (provider === 'telephony-b') return tryCommanding(number, work);
      return inMemory < maxInMemory ? processFromMemory(provider, work) : null;
    },
    queue: async (provider, work) =>
      provider === 'telephony-b' ? queueCommanding(provider, work) : read(provider, work),
    process: async (provider, work) => (provider === 'telephony-b' ? work() : process(provider, work)),
  };
}
