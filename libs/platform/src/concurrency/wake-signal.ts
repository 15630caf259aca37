/** Wait that a signal can end early. A signal without a waiter is kept for the next wait. */
export interface WakeSignal {
  wake(): void;
  /** Returns at the next signal, or after `ms` milliseconds. */
  wait(ms: number): Promise<void>;
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
      isGiven = false;
      end = null;
    },
  };
}
