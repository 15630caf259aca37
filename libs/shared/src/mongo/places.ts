/** A limited number of places, and a line for those who find none. */
export interface Places {
  /** Waits for a place; rejects with what `refusal` makes when none gets free in time. */
  enter(): Promise<void>;
  /** Gives the place to whoever has waited longest. */
  leave(): void;
}

interface PlacesOptions {
  count: number;
  maxWaitMs: number;
  refusal: () => Error;
}

/** Lays out places that are all free. */
export function createPlaces({ count, maxWaitMs, refusal }: PlacesOptions): Places {
  let taken = 0;
  const waiting = new Set<() => void>();
  return {
    enter() {
      if (taken < count) {
        taken += 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const admit = (): void => {
          clearTimeout(timer);
          waiting.delete(admit);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(admit);
          reject(refusal());
        }, maxWaitMs);
        waiting.add(admit);
      });
    },
    leave() {
      const [next] = waiting;
      if (next) next();
      else taken -= 1;
    },
  };
}
