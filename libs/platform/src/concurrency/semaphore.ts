/** A counting semaphore: a limited number of holders at once, and a queue for the others. */
export interface Semaphore {
  /**
   * Waits for a permit.
   *
   * @param key the caller's key; waiting keys take turns, so that one key with a long queue does not starve the others
   * @returns the lowest free permit number, from 0; no two holders have the same one
   * @throws the error that `refusal` makes when the wait ends without a permit
   */
  acquire(key: string): Promise<number>;
  /** Releases a permit. */
  release(permit: number): void;
}

interface SemaphoreOptions {
  permits: number;
  /** Maximum number of permits that one key holds at once. Without it, a key may hold all. */
  permitsOfKey?: number;
  /** Longest wait for a permit. */
  maxWaitMs: number;
  /** Longest wait while all permits are held and nobody releases one. Without it, only the whole wait is limited. */
  maxStallMs?: number;
  refusal: () => Error;
}

type Admit = (permit: number) => void;

/**
 * Calls `effect` at a time that may move to later meanwhile.
 *
 * @param at returns the time by `performance.now()`
 * @returns the function that cancels the call
 */
function callAt(at: () => number, effect: () => void): () => void {
  const check = (): void => {
    const leftMs = at() - performance.now();
    if (leftMs > 0) timer = setTimeout(check, Math.ceil(leftMs));
    else effect();
  };
  let timer = setTimeout(check, Math.ceil(at() - performance.now()));
  return () => clearTimeout(timer);
}

/** Creates the permits of a semaphore. They record which key holds each of them. */
function createPermits(count: number, permitsOfKey: number) {
  const free = new Set(Array.from({ length: count }, (_, permit) => permit));
  const holders = new Map<number, string>();
  const held = new Map<string, number>();
  return {
    areTaken: (): boolean => free.size === 0,
    mayTake: (key: string): boolean => free.size > 0 && (held.get(key) ?? 0) < permitsOfKey,
    take(key: string): number {
      const permit = Math.min(...free);
      free.delete(permit);
      holders.set(permit, key);
      held.set(key, (held.get(key) ?? 0) + 1);
      return permit;
    },
    giveBack(permit: number): void {
      const key = holders.get(permit) ?? '';
      const rest = (held.get(key) ?? 0) - 1;
      if (rest > 0) held.set(key, rest);
      else held.delete(key);
      holders.delete(permit);
      free.add(permit);
    },
  };
}

/** Makes a semaphore whose permits are all free. */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { maxWaitMs, maxStallMs = maxWaitMs, refusal } = options;
  const permits = createPermits(options.permits, options.permitsOfKey ?? options.permits);
  // The first key that may take a permit is the next one to get it.
  const queues = new Map<string, Set<Admit>>();
  let releasedAt = 0;

  const leaveQueue = (key: string, admit: Admit): void => {
    const queue = queues.get(key);
    queue?.delete(admit);
    if (queue?.size === 0) queues.delete(key);
  };
  const admitNext = (): void => {
    for (const [key, queue] of queues) {
      if (!permits.mayTake(key)) continue;
      const [admit] = queue;
      queues.delete(key);
      if (queue.size > 1) queues.set(key, queue);
      queue.delete(admit as Admit);
      admit?.(permits.take(key));
      return;
    }
  };
  const waitFor = (key: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      // A stall may begin at any time, also while this key alone has no permit left.
      const stalledSince = (): number =>
        permits.areTaken() ? Math.max(startedAt, releasedAt) : performance.now();
      const endsAt = (): number => Math.min(startedAt + maxWaitMs, stalledSince() + maxStallMs);
      const admit: Admit = (permit) => {
        cancel();
        resolve(permit);
      };
      const cancel = callAt(endsAt, () => {
        leaveQueue(key, admit);
        reject(refusal());
      });
      const queue = queues.get(key) ?? new Set();
      queues.set(key, queue.add(admit));
    });
  return {
    acquire: (key) => (permits.mayTake(key) ? Promise.resolve(permits.take(key)) : waitFor(key)),
    release(permit) {
      releasedAt = performance.now();
      permits.giveBack(permit);
      admitNext();
    },
  };
}
