import { expect, test } from 'vitest';
import { createReceiptWorkers } from './receipt-workers.ts';

test.each([
  ['payments', 32],
  ['telephony-b', 4],
] as const)(
  'so many new receipts of %s are taken at once: %i; the next is left',
  async (provider, places) => {
    const workers = createReceiptWorkers();
    const gate = Promise.withResolvers<string>();
    const taken = Array.from({ length: places }, () => workers.begin(provider, () => gate.promise));
    expect(taken).not.toContain(null);
    expect(workers.begin(provider, () => gate.promise)).toBe(null);
    gate.resolve('done');
    expect(new Set(await Promise.all(taken.map(async (each) => each)))).toEqual(new Set(['done']));
    expect(await workers.begin(provider, async () => 'next')).toBe('next');
  },
);
