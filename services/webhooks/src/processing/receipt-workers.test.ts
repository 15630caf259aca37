import { expect, test } from 'vitest';
import { createReceiptWorkers } from './receipt-workers.ts';

test.each([
  ['payments', 32],
  ['telephony-b', 8],
] as const)('accepts a limited number of new receipts of %s: %i', async (provider, places) => {
  const workers = createReceiptWorkers();
  const gate = Promise.withResolvers<string>();
  const taken = Array.from({ length: places }, () => workers.begin(provider, () => gate.promise));
  expect(taken).not.toContain(null);
  expect(workers.begin(provider, () => gate.promise)).toBe(null);
  gate.resolve('done');
  expect(new Set(await Promise.all(taken.map(async (each) => each)))).toEqual(new Set(['done']));
  expect(await workers.begin(provider, async () => 'next')).toBe('next');
});

test('visitors of telephony-b do not wait for a storm at another number', async () => {
  const workers = createReceiptWorkers();
  const gates = Array.from({ length: 40 }, () => Promise.withResolvers<void>());
  const begun: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    const gate = gates[begun.push(name) - 1];
    await gate?.promise;
  };
  const storm = Array.from({ length: 8 }, () => workers.begin('telephony-b', work('storm'), '+1'));
  const overBus = Array.from({ length: 20 }, () => workers.hold('telephony-b', work('bus')));
  const visitor = workers.begin('telephony-b', work('visitor'), '+2');
  // Four run in parallel. The others take turns: the storm's number, the bus, the visitor's number.
  for (const { resolve } of gates.slice(0, 4)) resolve();
  await visitorBegins();
  expect(begun.slice(4, 7).toSorted()).toEqual(['bus', 'storm', 'visitor']);
  for (const { resolve } of gates) resolve();
  await Promise.all([...storm, ...overBus, visitor]);

  async function visitorBegins(): Promise<void> {
    while (begun.length < 8) await new Promise(setImmediate);
  }
});

test('a storm at one number leaves places for the events of others', () => {
  const workers = createReceiptWorkers();
  const never = new Promise<void>(() => undefined);
  const begin = (number: string) => workers.begin('telephony-b', () => never, number);
  const taken = (number: string): number =>
    Array.from({ length: 20 }, () => begin(number)).filter((each) => each !== null).length;
  expect(['+1', '+2', '+3'].map(taken)).toEqual([8, 8, 8]);
});
