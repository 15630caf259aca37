import { setImmediate } from 'node:timers/promises';

/** How long work computes before others get a turn, in milliseconds. */
const turnMs = 2;

/**
 * Makes a function that long work calls between its steps. After 2 ms without a pause it lets the event loop answer other
 * requests. An `await` of a finished promise does not do that.
 */
export function takeTurns(): () => Promise<void> | undefined {
  let beganAt = performance.now();
  return () => {
    if (performance.now() - beganAt < turnMs) return undefined;
    return setImmediate().then(() => {
      beganAt = performance.now();
    });
  };
}
