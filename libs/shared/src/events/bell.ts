/** A wait that can be cut short. A ring while nobody waits is kept for the next one who does. */
export interface Bell {
  ring(): void;
  /** Returns at the next ring, and after `ms` milliseconds at the latest. */
  heard(ms: number): Promise<void>;
}

export function createBell(): Bell {
  let hasRung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      hasRung = true;
      wake?.();
    },
    heard: async (ms) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
      wake = null;
    },
  };
}
