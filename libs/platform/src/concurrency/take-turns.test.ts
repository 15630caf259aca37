import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

/** Computes for a while without a pause. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('work of many steps yields to the event loop between them', async () => {
  let turns = 0;
  let isDone = false;
  const countTurn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const turn = takeTurns();
  for (let step = 0; step < 30; step += 1) {
    compute(1);
    await turn();
  }
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('two pieces of work together leave a third of the time, as one does', async () => {
  let computedMs = 0;
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    const turn = takeTurns();
    for (let step = 0; step < 100; step += 1) {
      const since = performance.now();
      compute(1);
      computedMs += performance.now() - since;
      await turn();
    }
  };
  await Promise.all([work(), work()]);
  expect(computedMs / (performance.now() - startedAt)).toBeLessThan(0.85);
});

test('short work does not wait', () => {
  expect(takeTurns()()).toBeUndefined();
});
