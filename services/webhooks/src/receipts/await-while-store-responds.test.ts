import { expect, test } from 'vitest';
import { awaitWhileStoreResponds } from './await-while-store-responds.ts';

const timeouts = { probeAfterMs: 50, maxMs: 60_000 };

test('returns the result of the work, and throws its error', async () => {
  expect(await awaitWhileStoreResponds(Promise.resolve('stored'), timeouts)).toBe('stored');
  const failure = new Error('no space left');
  await expect(awaitWhileStoreResponds(Promise.reject(failure), timeouts)).rejects.toBe(failure);
});

test('throws unavailable while no database responds; a later failure of the work is ignored', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const startedAt = performance.now();
  await expect(awaitWhileStoreResponds(promise, timeouts)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(performance.now() - startedAt).toBeLessThan(timeouts.maxMs);
  reject(new Error('connection closed'));
});
