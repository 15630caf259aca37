import type { PooledAttempt } from './pooled-attempt.ts';

const tickMs = 250;

/** The least that an attempt has waited when its owner is told, in milliseconds. */
const toldAfterMs = 1000;

/** The attempts of an upstream that no replica has begun to answer. */
export interface WaitingAttempts {
  add(attempt: PooledAttempt): void;
  delete(attempt: PooledAttempt): void;
}

/**
 * Keeps the attempts that wait, and tells the owners of those that have waited for a second, four times a second. One timer
 * for all, that only runs while there are any: a timer for each request would cost more than the rest of the way.
 */
export function createWaitingAttempts(): WaitingAttempts {
  const attempts = new Set<PooledAttempt>();
  let timer: NodeJS.Timeout | undefined;
  let tickedAt = 0;

  const tick = (): void => {
    const now = performance.now();
    // This process itself has stalled; answers may wait in its sockets.
    const hasStalled = now - tickedAt > 3 * tickMs;
    tickedAt = now;
    if (attempts.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    if (hasStalled) return;
    // In the order of their sending; one that an owner adds meanwhile comes last.
    for (const attempt of attempts) {
      const waitedMs = now - attempt.sentAt;
      if (waitedMs < toldAfterMs) return;
      attempt.owner.wait(attempt, waitedMs);
    }
  };

  return {
    add(attempt) {
      attempts.add(attempt);
      if (timer) return;
      tickedAt = performance.now();
      timer = setInterval(tick, tickMs).unref();
    },
    delete: (attempt) => void attempts.delete(attempt),
  };
}
