import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs work and returns its result or error no earlier than after `ms`. The response time then does not reveal the
 * result.
 *
 * @param ms minimum duration in milliseconds, longer than the work usually takes
 */
export async function takeAtLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), pause(ms)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
