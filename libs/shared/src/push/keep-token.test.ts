import { expect, test } from 'vitest';
import { keepToken } from './keep-token.ts';

/** Makes numbered tokens, each used for an hour by default. */
function numbered(usedForMs = 3_600_000) {
  let made = 0;
  const kept = keepToken(async () => {
    made += 1;
    return { token: `token ${made}`, usedForMs };
  });
  return { kept, made: () => made };
}

test('concurrent calls wait for one renewal, and the token is kept', async () => {
  const { kept, made } = numbered();
  const tokens = await Promise.all(Array.from({ length: 50 }, () => kept.get()));
  expect([new Set(tokens).size, await kept.get(), made()]).toEqual([1, 'token 1', 1]);
});

test('an expired or refused token is renewed; a token that was renewed meanwhile is kept', async () => {
  const ended = numbered(0);
  expect([await ended.kept.get(), await ended.kept.get()]).toEqual(['token 1', 'token 2']);
  const { kept } = numbered();
  const first = await kept.get();
  kept.forget(first);
  expect(await kept.get()).toBe('token 2');
  kept.forget(first);
  expect(await kept.get()).toBe('token 2');
});

test('a failed renewal is not kept', async () => {
  let isDown = true;
  const kept = keepToken(() =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve({ token: 'a', usedForMs: 1000 }),
  );
  await expect(kept.get()).rejects.toThrow('down');
  isDown = false;
  expect(await kept.get()).toBe('a');
});
