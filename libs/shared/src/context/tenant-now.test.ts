import { afterEach, expect, test } from 'vitest';
import { tenantNow, useTestTimes } from './tenant-now.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000);

afterEach(() => useTestTimes(new Map()));

test.each([
  ['the time of the clock while it is ahead', hours(2), hours(2)],
  ['real time once it has passed the clock', hours(-2), now],
])('the time of a tenant is %s', (_name, frozenAt, expected) => {
  useTestTimes(new Map([['ten_1', frozenAt.getTime()]]));
  const time = tenantNow({ tenantId: 'ten_1', now });
  expect(time).toEqual(expected);
  expect(tenantNow({ tenantId: 'ten_1', now: time })).toEqual(expected);
  expect(tenantNow({ tenantId: 'ten_2', now })).toBe(now);
});
