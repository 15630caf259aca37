import { setTimeout as sleep } from 'node:timers/promises';

/** Answers leave at multiples of this time after their request, in milliseconds. It exceeds the usual work. */
const stepMs = 200;

/** Returns the wait until the next step, in milliseconds. */
export const untilNextStep = (elapsedMs: number): number => stepMs - (elapsedMs % stepMs);

/** Runs work and ends at the next step. The time of the answer does not reveal the extent of the work. */
export async function answerEvenly<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    await sleep(untilNextStep(performance.now() - startedAt));
  }
}
