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

test('a pause follows the work of each piece, also when two pieces take turns', async () => {
  const pausesMs: number[] = [];
  let last = { piece: 0, endedAt: 0 };
  const work = async (piece: number): Promise<void> => {
    const turn = takeTurns();
    for (let step = 0; step < 100; step += 1) {
      if (last.piece !== piece) pausesMs.push(performance.now() - last.endedAt);
      compute(1);
      last = { piece, endedAt: performance.now() };
      await turn();
    }
  };
  await Promise.all([work(1), work(2)]);
  // The first two pieces begin immediately. A timer of a millisecond may end a little earlier.
  const between = pausesMs.slice(2);
  expect(between.reduce((sum, ms) => sum + ms, 0) / between.length).toBeGreaterThan(0.4);
});

test('short work does not wait', () => {
  expect(takeTurns()()).toBeUndefined();
});
