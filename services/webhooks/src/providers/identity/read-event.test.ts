import { expect, test } from 'vitest';
import { readIdentityReport } from './read-event.ts';

const at = (fields: object, timestamp?: number | string) =>
  readIdentityReport({ type: 'session.ended', timestamp, data: { user_id: 'user_1', ...fields } })?.at ??
  null;

test.each([
  ['milliseconds', 1_772_357_400_250, '2026-03-01T09:30:00.250Z'],
  ['seconds: the whole second has passed', 1_772_357_400, '2026-03-01T09:30:00.999Z'],
  ['a text', '2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
])('the time of an event in %s', (_what, timestamp, expected) => {
  expect(at({}, timestamp)?.toISOString()).toBe(expected);
});

test('the time of the change takes precedence over that of the event; missing and unreadable times are null', () => {
  expect(at({ updated_at: 1_772_357_400_250 }, 1_772_400_000_000)?.toISOString()).toBe(
    '2026-03-01T09:30:00.250Z',
  );
  expect([at({}), at({}, 'yesterday')]).toEqual([null, null]);
});
