import { describe, expect, test } from 'vitest';

import { nextDueAt, wasCancelled } from './residence-times.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 1, hour));
const now = at(12);

describe('the next change of a residence by time', () => {
  test.each([
    ['its start while it is in the future', at(13), at(15), at(13)],
    ['its end while it is current', at(11), at(15), at(15)],
    ['its end from the moment of its start on', at(12), at(15), at(15)],
    ['nothing while no end is known', at(11), null, null],
    ['nothing after its end', at(9), at(12), null],
    ['nothing when it was cancelled before it began', at(13), at(13), null],
  ])('is %s', (_what, startsAt, endsAt, due) => {
    expect(nextDueAt({ startsAt, endsAt }, { tenantId: 'ten_1', now })).toEqual(due);
  });
});

test('a residence was cancelled when it ends where it starts', () => {
  expect(wasCancelled({ startsAt: at(13), endsAt: at(13) })).toBe(true);
  expect(wasCancelled({ startsAt: at(13), endsAt: at(14) })).toBe(false);
  expect(wasCancelled({ startsAt: at(13), endsAt: null })).toBe(false);
});
