import { Fault } from '@pas/platform/errors/fault';
import { afterEach, expect, test, vi } from 'vitest';
import { hashPassword, isPassword, type GuessWatch } from './password.ts';

afterEach(() => {
  vi.useRealTimers();
});

const raised = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

test('503 overloaded with Retry-After where a check waits for longer than 25 seconds', async () => {
  vi.useFakeTimers();
  const held = Promise.withResolvers<void>();
  const slow: GuessWatch = { beforeGuess: () => held.promise, uncount: () => Promise.resolve() };
  const first = [isPassword('a password', null, slow), isPassword('a password', null, slow)];
  const third = raised(isPassword('a password', null));

  await vi.advanceTimersByTimeAsync(25_000);

  const fault = await third;
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toMatchObject({
    kind: 'unavailable',
    code: 'overloaded',
    details: { headers: { 'Retry-After': '1' } },
  });
  held.resolve();
  expect(await Promise.all(first)).toEqual([false, false]);
});

test('a password is right in whatever form its letters are composed', async () => {
  const stored = await hashPassword('caf\u{e9} au lait, please');
  expect(await isPassword('cafe\u{301} au lait, please', stored)).toBe(true);
  expect(await isPassword('cafe au lait, please', stored)).toBe(false);
});
