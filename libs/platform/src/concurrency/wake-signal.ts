/** A wait that a signal can end early. A signal without a waiter is kept for the next wait. */
export interface WakeSignal {
  wake(): void;
  /** Returns at the next signal, or after `ms` milliseconds. @returns whether a signal ended the wait */
  wait(ms: number): Promise<boolean>;
}

/** The interval at which a worker looks for work. It doubles as long as there is none. */
export interface Pace {
  /** Waits until the next search is due, or a signal comes. */
  rest(): Promise<void>;
  /** Starts again with the shortest interval, because there was work. */
  reset(): void;
}

export function createWakeSignal(): WakeSignal {
  let isGiven = false;
  let end: (() => void) | null = null;
  return {
    wake: () => {
      isGiven = true;
      end?.();
    },
    wait: async (ms) => {
      if (!isGiven) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const wasGiven = isGiven;
      isGiven = false;
      end = null;
      return wasGiven;
    },
  };
}

/**
 * Makes a pace between two intervals, in milliseconds. A signal starts it again. Signals announce most work. Rare
 * searches find the rest, such as the work of a killed process.
 */
export function createPace(signal: WakeSignal, { fromMs, toMs }: { fromMs: number; toMs: number }): Pace {
  let nextMs = fromMs;
  return {
    async rest() {
      const isWoken = await signal.wait(nextMs);
      nextMs = isWoken ? fromMs : Math.min(toMs, nextMs * 2);
    },
    reset: () => {
      nextMs = fromMs;
    },
  };
}
