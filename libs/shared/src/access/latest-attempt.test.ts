import { expect, test } from 'vitest';
import { accessPointRow, unlockAttemptRow } from '@pas/testing/rows';
import { newId } from '../ids/id.ts';
import { isUnderWay } from './latest-attempt.ts';

const start = new Date('2026-06-01T10:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);
const door = accessPointRow({ tenantId: newId('tenant'), propertyId: newId('property') });
const attempt = {
  ...unlockAttemptRow(door, { type: 'RESIDENT', id: newId('user') }),
  expiresAt: after(10_000),
  updatedAt: start,
};

const pending = { status: 'PENDING' as const, confirmed: false };

test.each([
  ['a pending attempt whose time limit ended a minute ago', pending, 69_999, true],
  ['a pending attempt whose time limit ended earlier', pending, 70_000, false],
  ['a confirmed attempt while the door is open', { openSeconds: 5 }, 4999, true],
  ['a confirmed attempt after the door has closed', { openSeconds: 5 }, 5000, false],
  ['a door that stays open for one second, within two seconds', { openSeconds: 1 }, 1999, true],
  ['a door that stays open for one second, after two seconds', { openSeconds: 1 }, 2000, false],
  ['a failed attempt', { status: 'FAILED' as const, confirmed: false }, 1, false],
  ['a confirmation after the time limit', { status: 'FAILED' as const, openSeconds: 5 }, 4999, true],
])('%s', (_what, fields, ms, expected) => {
  expect(isUnderWay({ ...attempt, ...fields }, after(ms))).toBe(expected);
});
