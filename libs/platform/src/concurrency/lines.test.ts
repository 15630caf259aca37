import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLines } from './lines.ts';

const refusal = () => new Error('too long');

test('work of one name runs one at a time, and work of another name does not wait', async () => {
  const lines = createLines({ maxWaitMs: 1000, refusal });
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      await until;
      done.push(name);
    };
  const all = [
    lines.inTurn('a', work('a1', first.promise)),
    lines.inTurn('a', work('a2')),
    lines.inTurn('b', work('b1')),
  ];
  await all[2];
  await nextTick();
  expect(done).toEqual(['b1']);
  first.resolve();
  await Promise.all(all);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

test('the next work runs after work that fails', async () => {
  const lines = createLines({ maxWaitMs: 1000, refusal });
  const failing = lines.inTurn('a', () => Promise.reject(new Error('failed')));
  const next = lines.inTurn('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

test('work whose turn does not come in time is refused', async () => {
  const lines = createLines({ maxWaitMs: 1, refusal });
  const first = Promise.withResolvers<void>();
  const running = lines.inTurn('a', () => first.promise);
  await expect(lines.inTurn('a', () => Promise.resolve())).rejects.toThrow('too long');
  first.resolve();
  await running;
});
