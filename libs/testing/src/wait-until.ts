import { setTimeout as pause } from 'node:timers/promises';

/** Limit of a wait that ends only what hangs, on a machine however busy. */
export const patienceMs = 120_000;

interface WaitOptions {
  /** The awaited event, as the end of the sentence "timed out waiting for …". */
  readonly what: string;
  readonly timeoutMs?: number | undefined;
  readonly everyMs?: number;
}

/**
 * Polls a condition until it returns a truthy value, and returns that value.
 *
 * Fails after the timeout, by default {@link patienceMs}. A shorter one is a bound that the
 * caller asserts; a busy machine still gets a minimum number of polls. A condition that throws counts as false. Its last
 * error becomes the cause of the timeout error, so that the real failure is visible.
 */
export async function waitUntil<T>(
  condition: () => T | Promise<T>,
  options: WaitOptions,
): Promise<NonNullable<T>> {
  const { what, timeoutMs = patienceMs, everyMs = 20 } = options;
  const deadline = Date.now() + timeoutMs;
  const minQuestions = Math.min(50, timeoutMs / everyMs);
  let cause: unknown;
  for (let asked = 0; Date.now() < deadline || asked < minQuestions; asked += 1) {
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
