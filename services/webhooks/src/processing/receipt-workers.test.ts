import { expect, test } from 'vitest';
import { createReceiptWorkers } from './receipt-workers.ts';

test.each([
  ['payments', 32],
  ['telephony-b', 8],
] as const)('accepts a limited number of new receipts of %s: %i', async (provider, limit) => {
  const workers = createReceiptWorkers();
  const gate = Promise.withResolvers<string>();
  const accepted = Array.from({ length: limit }, () => workers.tryProcess(provider, () => gate.promise));
  expect(accepted).not.toContain(null);
  expect(workers.tryProcess(provider, () => gate.promise)).toBe(null);
  gate.resolve('done');
  expect(new Set(await Promise.all(accepted.map(async (each) => each)))).toEqual(new Set(['done']));
  expect(await workers.tryProcess(provider, async () => 'next')).toBe('next');
});

test('visitors of telephony-b do not wait for a storm at another number', async () => {
  const workers = createReceiptWorkers();
  const gates = Array.from({ length: 40 }, () => Promise.withResolvers<void>());
  const started: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    const gate = gates[started.push(name) - 1];
    await gate?.promise;
  };
  const storm = Array.from({ length: 8 }, () => workers.tryProcess('telephony-b', work('storm'), '+1'));
  const overBus = Array.from({ length: 20 }, () => workers.queue('telephony-b', work('bus')));
  const visitor = workers.tryProcess('telephony-b', work('visitor'), '+2');
  // Four run in parallel. The others take turns: the storm's number, the bus, the visitor's number.
  for (const { resolve } of gates.slice(0, 4)) resolve();
  await visitorBegins();
  expect(started.slice(4, 7).toSorted()).toEqual(['bus', 'storm', 'visitor']);
  for (const { resolve } of gates) resolve();
  await Promise.all([...storm, ...overBus, visitor]);

  async function visitorBegins(): Promise<void> {
    while (started.length < 8) await new Promise(setImmediate);
  }
});

test('a storm at one number leaves places for the events of others', async () => {
  const workers = createReceiptWorkers();
  const gate = Promise.withResolvers<void>();
  const tryAt = (number: string) => workers.tryProcess('telephony-b', () => gate.promise, number);
  const acceptedAt = (number: string) =>
    Array.from({ length: 20 }, () => tryAt(number)).filter((each) => each !== null);
  const accepted = ['+1', '+2', '+3'].map(acceptedAt);
  expect(accepted.map(({ length }) => length)).toEqual([8, 8, 8]);
  gate.resolve();
  await Promise.all(accepted.flat());
});
