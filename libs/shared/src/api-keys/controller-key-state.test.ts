import { expect, test } from 'vitest';
import { controllerKeyWorksAt } from './controller-key-state.ts';

const now = new Date('2026-05-01T12:00:00Z');

test.each([
  [{ isLive: true, graceUntil: null }, true],
  [{ isLive: false, graceUntil: null }, false],
  [{ isLive: false, graceUntil: new Date(now.getTime() + 1) }, true],
  [{ isLive: false, graceUntil: now }, false],
])('a key with %j works: %s', (row, works) => {
  expect(controllerKeyWorksAt(row, now)).toBe(works);
});
