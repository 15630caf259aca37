/** Locks by name, within the process. Each has one holder at a time. */
export interface Locks {
  /**
   * Waits for a lock. Callers that wait for the same lock get it in the order of their calls.
   *
   * @param maxMs how long to wait, in milliseconds
   * @returns whether the caller holds it
   */
  acquire(name: string, maxMs: number): Promise<boolean>;
  /** Releases a lock that the caller holds. */
  release(name: string): void;
}

type Admit = () => void;

/** Makes locks that nobody holds. */
export function createLocks(): Locks {
  // Has an entry for each held lock.
  const waiting = new Map<string, Set<Admit>>();
  return {
    acquire(name, maxMs) {
      const queue = waiting.get(name);
      if (!queue) {
        waiting.set(name, new Set());
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const admit: Admit = () => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          queue.delete(admit);
          resolve(false);
        }, maxMs);
        queue.add(admit);
      });
    },
    release(name) {
      const queue = waiting.get(name);
      const [next] = queue ?? [];
      if (!queue || !next) {
        waiting.delete(name);
        return;
      }
      queue.delete(next);
      next();
    },
  };
}
