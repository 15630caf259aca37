import { expect, test } from 'vitest';
import { findShortened } from './shortened-retention.ts';

const before = { calls: null, accessEvents: 365, attempts: 30 };

test('a first limit and a shorter one delete rows; a longer one and none do not', () => {
  expect(findShortened(before, { calls: 90, accessEvents: 90, attempts: 60 })).toEqual([
    { kind: 'calls', days: 90 },
    { kind: 'accessEvents', days: 90 },
  ]);
  expect(findShortened(before, { accessEvents: null, attempts: 30 })).toEqual([]);
  expect(findShortened(before, undefined)).toEqual([]);
});
