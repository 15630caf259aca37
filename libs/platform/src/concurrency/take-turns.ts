/** The time that work computes before it yields, in milliseconds. */
const turnMs = 2;

/** The long work of this process that waits for its next turn, the oldest first. */
const waiting: (() => void)[] = [];

/** The shortest and longest pause of long work, in milliseconds. */
const [minPauseMs, maxPauseMs] = [1, 20];

/** A pause that ends this much too late shows that the process is busy, in milliseconds. Timers have no fractions. */
const lateMs = 2;

let pauseMs = minPauseMs;

/** Pauses long work. The pause doubles while the process or the machine is busy, and halves while it is idle. */
function pause(): void {
  const dueAt = performance.now() + pauseMs;
  setTimeout(() => {
    const isBusy = performance.now() - dueAt > lateMs;
    pauseMs = isBusy ? Math.min(maxPauseMs, 2 * pauseMs) : Math.max(minPauseMs, pauseMs / 2);
    // One piece of work runs after each pause, so that many pieces delay a request no longer than one does.
    waiting.shift()?.();
    // The pause of the next piece begins after the computing of this one.
    if (waiting.length > 0) setImmediate(pause);
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
 * requests. An `await` of a finished promise does not do that. All long work together gets two thirds of an idle
 * process's time, and a tenth of a busy one's.
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
