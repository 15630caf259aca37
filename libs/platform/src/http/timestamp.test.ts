import { expect, test } from 'vitest';
import { Timestamp, timestamp } from './timestamp.ts';

test.each(['2026-03-01T09:30:00.000Z', '9999-12-31T23:59:59.999Z'])('%s is shown unchanged', (moment) => {
  expect(timestamp(new Date(moment))).toBe(moment);
  expect(Timestamp.parse(moment)).toBe(moment);
});

test('no moment is shown as null', () => {
  expect(timestamp(null)).toBeNull();
});
