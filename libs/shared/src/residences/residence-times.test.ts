import { describe, expect, test } from 'vitest';

import { nextDueAt, wasCancelled } from './residence-times.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 1, hour));
const now = at(12);

describe('what time changes next about a residence', () => {
  test.each([
    ['its start while that is to come', at(13), at(15), at(13)],
    ['its end while it holds', at(11), at(15), at(15)],
    ['its end from the moment of its start on', at(12), at(15), at(15)],
    ['nothing while no end is known', at(11), null, null],
    ['nothing once it is over', at(9), at(12), null],
    ['nothing when it was cancelled before it began', at(13), at(13), null],
  ])('is %s', (_what, startsAt, endsAt, due) => {
    expect(nextDueAt({ startsAt, endsAt }, now)).toEqual(due);
  });
});

test('a residence was cancelled when it ends where it starts', () => {
  expect(wasCancelled({ startsAt: at(13), endsAt: at(13) })).toBe(true);
  expect(wasCancelled({ startsAt: at(13), endsAt: at(14) })).toBe(false);
  expect(wasCancelled({ startsAt: at(13), endsAt: null })).toBe(false);
});
