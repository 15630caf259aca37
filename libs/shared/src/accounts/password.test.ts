import { Fault } from '@pas/platform/errors/fault';
import { afterEach, expect, test, vi } from 'vitest';
import { hashPassword, isPassword, type GuessWatch } from './password.ts';

afterEach(() => {
  vi.useRealTimers();
});

const watching = (account: string, more: Partial<GuessWatch> = {}): GuessWatch => ({
  account,
  network: '192.0.2.1',
  beforeGuess: () => Promise.resolve(),
  uncount: () => Promise.resolve(),
  ...more,
});
const raised = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

test('503 overloaded with Retry-After if a check waits for longer than 25 seconds', async () => {
  vi.useFakeTimers();
  const held = Promise.withResolvers<void>();
  const slow = (account: string) => watching(account, { beforeGuess: () => held.promise });
  const first = ['a', 'b'].map((account) => isPassword('a password', null, slow(account)));
  const third = raised(isPassword('a password', null, watching('c')));

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

test('a password matches in each Unicode normalization form', async () => {
  const stored = await hashPassword('caf\u{e9} au lait, please');
  expect(await isPassword('cafe\u{301} au lait, please', stored, watching('a'))).toBe(true);
  expect(await isPassword('cafe au lait, please', stored, watching('a'))).toBe(false);
});

/** Watches of guesses that record their turns. */
function turnsOf() {
  const turns: string[] = [];
  const guess = (account: string, network: string) =>
    isPassword(
      'a password',
      null,
      watching(account, { network, beforeGuess: () => Promise.resolve(void turns.push(network)) }),
    );
  return { turns, guess };
}

test('networks take turns: 20 log-ins of one delay those of another by one', async () => {
  const { turns, guess } = turnsOf();
  const many = Array.from({ length: 20 }, (_, index) => guess(`account ${index}`, 'crowd'));
  await Promise.all([...many, guess('somebody', 'home'), guess('somebody else', 'office')]);
  expect(turns.indexOf('home')).toBeLessThanOrEqual(4);
  expect(turns.indexOf('office')).toBeLessThanOrEqual(5);
});

test('100 equal guesses at one account are compared once, and a right guess is not counted', async () => {
  const stored = await hashPassword('the right password');
  let [counted, uncounted] = [0, 0];
  const watch = watching('one', {
    beforeGuess: () => Promise.resolve(void (counted += 1)),
    uncount: () => Promise.resolve(void (uncounted += 1)),
  });
  const held = Promise.withResolvers<void>();
  const hold = (account: string) =>
    isPassword('wrong', stored, watching(account, { beforeGuess: () => held.promise }));
  const guess = () => isPassword('the right password', stored, watch);
  const first = hold('first');
  const guesses = Array.from({ length: 100 }, guess);
  // Others take both turns when the one comparison ends.
  const second = hold('second');
  const outcomes = await Promise.all(guesses);
  held.resolve();
  await Promise.all([first, second]);
  expect([new Set(outcomes), counted, uncounted]).toEqual([new Set([true]), 1, 1]);
});

test('equal guesses at two accounts are compared separately, even without these accounts', async () => {
  const { turns, guess } = turnsOf();
  await Promise.all([guess('one', 'home'), guess('two', 'home'), guess('one', 'office')]);
  expect(turns.toSorted()).toEqual(['home', 'home', 'office']);
});

test('a guess that is refused does not refuse an equal one from elsewhere', async () => {
  const stored = await hashPassword('the right password');
  const refused = watching('one', { beforeGuess: () => Promise.reject(new Error('too many')) });
  const [first, second] = await Promise.all([
    raised(isPassword('the right password', stored, refused)),
    isPassword('the right password', stored, watching('one', { network: 'elsewhere' })),
  ]);
  expect(first).toMatchObject({ message: 'too many' });
  expect(second).toBe(true);
});

test('20 equal wrong guesses are refused beyond the limit', async () => {
  let left = 10;
  const limited = watching('one', {
    beforeGuess: () => (left-- > 0 ? Promise.resolve() : Promise.reject(new Error('too many'))),
  });
  const guesses = Array.from({ length: 20 }, () => raised(isPassword('wrong', null, limited)));
  const outcomes = await Promise.all(guesses);
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(10);
});
