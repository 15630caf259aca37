import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does a work and answers when a time has passed, however short the work was, and however it ended. So the time of an
 * answer does not show what was found.
 *
 * @param ms longer than the work usually takes
 */
export async function takeAtLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), pause(ms)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
