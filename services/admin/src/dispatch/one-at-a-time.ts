/** Lets work in one after the other. */
export interface OneAtATime {
  /**
   * Waits for its turn.
   *
   * @returns ends the turn; calling it again has no effect
   */
  enter(): Promise<() => void>;
}

/** Makes a turnstile. A turn lasts until it is ended, so the work in it has to have a time limit of its own. */
export function oneAtATime(): OneAtATime {
  let last: Promise<void> = Promise.resolve();
  return {
    async enter() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = before.then(() => promise);
      await before;
      return resolve;
    },
  };
}
