/** A counting semaphore: a limited number of holders at once, and a queue for the others. */
export interface Semaphore {
  /**
   * Waits for a permit.
   *
   * @param key the caller's key; waiting keys take turns, so that one key with a long queue does not starve the others
   * @returns the lowest free permit number, from 0; no two holders have the same one
   * @throws the error that `refusal` makes when no permit becomes free in time
   */
  acquire(key: string): Promise<number>;
  /** Releases a permit. */
  release(permit: number): void;
}

interface SemaphoreOptions {
  permits: number;
  maxWaitMs: number;
  refusal: () => Error;
}

type Admit = (permit: number) => void;

/** Makes a semaphore whose permits are all free. */
export function createSemaphore({ permits, maxWaitMs, refusal }: SemaphoreOptions): Semaphore {
  const free = new Set(Array.from({ length: permits }, (_, permit) => permit));
  // The first key is the next one to get a permit.
  const queues = new Map<string, Set<Admit>>();

  const leaveQueue = (key: string, admit: Admit): void => {
    const queue = queues.get(key);
    queue?.delete(admit);
    if (queue?.size === 0) queues.delete(key);
  };
  const next = (): Admit | undefined => {
    const [first] = queues;
    if (!first) return undefined;
    const [key, queue] = first;
    const [admit] = queue;
    queues.delete(key);
    if (queue.size > 1) queues.set(key, queue);
    queue.delete(admit as Admit);
    return admit;
  };
  return {
    acquire(key) {
      if (free.size > 0) {
        const permit = Math.min(...free);
        free.delete(permit);
        return Promise.resolve(permit);
      }
      return new Promise((resolve, reject) => {
        const admit: Admit = (permit) => {
          clearTimeout(timer);
          resolve(permit);
        };
        const timer = setTimeout(() => {
          leaveQueue(key, admit);
          reject(refusal());
        }, maxWaitMs);
        const queue = queues.get(key) ?? new Set();
        queues.set(key, queue.add(admit));
      });
    },
    release(permit) {
      const admit = next();
      if (admit) admit(permit);
      else free.add(permit);
    },
  };
}
