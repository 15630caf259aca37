import { setTimeout as pause } from 'node:timers/promises';

interface WaitOptions {
  /** What is waited for, as the end of the sentence "timed out waiting for …". */
  readonly what: string;
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/**
 * Asks again and again until the condition answers with something truthy, and returns that.
 *
 * Gives up when the time is over and it has asked often enough: on a machine so busy that a few questions take all of the
 * time, it asks on. A condition that throws counts as not met yet; its last error is the cause of the time-out's, so that a refused
 * connection or a failed expectation is seen instead of a bare time-out.
 */
export async function waitUntil<T>(
  condition: () => T | Promise<T>,
  options: WaitOptions,
): Promise<NonNullable<T>> {
  const { what, timeoutMs = 10_000, everyMs = 20 } = options;
  const deadline = Date.now() + timeoutMs;
  const leastQuestions = Math.min(50, timeoutMs / everyMs);
  let cause: unknown;
  for (let asked = 0; Date.now() < deadline || asked < leastQuestions; asked += 1) {
    try {
      const met = await condition();
      if (met) return met;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await pause(everyMs);
  }
  throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`, { cause });
}
