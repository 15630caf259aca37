/** How long work computes before others get a turn, in milliseconds. */
const turnMs = 2;

/** The long work of this process that waits for its next turn, the oldest first. */
const waiting: (() => void)[] = [];

/** How long requests are served without long work in between, in milliseconds. */
const pauseMs = 3;

/** Resumes one piece of work after each pause, so that many of them hold up a request no longer than one. */
function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(resumeOne, pauseMs);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setTimeout(resumeOne, pauseMs);
  });
}

/**
 * Makes a function that long work calls between its steps. After 2 ms it lets the event loop serve other requests for 3 ms,
 * which an `await` of a finished promise does not do. All long work of the process together computes for two fifths of
 * the time at most.
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
