/** How long work computes before others get a turn, in milliseconds. */
const turnMs = 2;

/** The long work of this process that waits for its next turn, the oldest first. */
const waiting: (() => void)[] = [];

/** How long requests are served without long work in between, in milliseconds. */
const [minPauseMs, maxPauseMs] = [1, 20];

/** A pause that ends later than this was needed by others, in milliseconds. The clock of timers counts whole ones. */
const lateMs = 2;

let pauseMs = minPauseMs;

/** Pauses twice as long while the process or the machine is busy, and half as long while it is not. */
function pause(): void {
  const dueAt = performance.now() + pauseMs;
  setTimeout(() => {
    const isBusy = performance.now() - dueAt > lateMs;
    pauseMs = isBusy ? Math.min(maxPauseMs, 2 * pauseMs) : Math.max(minPauseMs, pauseMs / 2);
    // One piece of work after each pause, so that many of them hold up a request no longer than one.
    waiting.shift()?.();
    if (waiting.length > 0) pause();
  }, pauseMs);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) pause();
  });
}

/**
 * Makes a function that long work calls between its steps. After 2 ms it pauses, so that the event loop serves other
 * requests, which an `await` of a finished promise does not do. All long work of the process together computes for two
 * thirds of the time where nothing else is done, and for a tenth where much is.
 */
export function takeTurns(): () => Promise<void> | undefined {
  let beganAt = performance.now();
  return () => {
    if (performance.now() - beganAt < turnMs) return undefined;
    return nextTurn().then(() => {
      beganAt = performance.now();
    });
  };
}
