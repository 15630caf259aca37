import { growthOf } from '@pas/testing/read-metric';
import { expect, test } from 'vitest';
import { timeRinging } from './ring-metrics.ts';

const name = 'call_ring_duration_seconds';

test('an accepted message is timed from the event of the call', async () => {
  const ring = () => timeRinging(Date.now() - 1500, { result: 'ACCEPTED', reason: null });
  expect(await growthOf([`${name}_bucket`, { le: '2' }], ring)).toBe(1);
  expect(await growthOf([`${name}_bucket`, { le: '1' }], ring)).toBe(0);
});

test('a message that is not accepted is not timed', async () => {
  const ring = () => timeRinging(Date.now(), { result: 'UNREACHABLE', reason: 'busy' });
  expect(await growthOf([`${name}_count`], ring)).toBe(0);
});
