/** Lets work in one after the other. */
export interface OneAtATime {
  /**
   * Waits for its turn.
   *
   * @returns ends the turn; calling it again has no effect
   */
  enter(): Promise<() => void>;
}

/**
 * Makes a turnstile. A turn that lasts longer than `maxTurnMs` no longer holds up the next one: a mail server that hangs
 * on one message must not stop all others.
 */
export function oneAtATime(maxTurnMs: number): OneAtATime {
  let last: Promise<void> = Promise.resolve();
  return {
    async enter() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = before.then(() => promise);
      await before;
      const timer = setTimeout(resolve, maxTurnMs);
      return () => {
        clearTimeout(timer);
        resolve();
      };
    },
  };
}
