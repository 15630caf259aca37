import { describe, expect, test } from 'vitest';
import { apiKeyEndsAt, apiKeyStatusAt } from './key-state.ts';

const now = new Date('2026-03-01T10:00:00Z');
const [before, after] = [new Date('2026-03-01T09:59:59Z'), new Date('2026-03-01T10:00:01Z')];

describe('apiKeyStatusAt', () => {
  test.each([
    ['ACTIVE', after, null, 'ACTIVE'],
    ['ACTIVE', now, null, 'EXPIRED'],
    ['ACTIVE', before, null, 'EXPIRED'],
    ['ROTATING', after, after, 'ROTATING'],
    ['ROTATING', after, before, 'EXPIRED'],
    ['ROTATING', before, null, 'EXPIRED'],
    ['REVOKED', before, null, 'REVOKED'],
    ['REVOKED', after, null, 'REVOKED'],
  ] as const)('%s until %s, in grace until %s: %s', (status, expiresAt, graceUntil, expected) => {
    expect(apiKeyStatusAt({ status, expiresAt, graceUntil }, now)).toBe(expected);
  });
});

test('a key with a successor ends with its grace period', () => {
  expect(apiKeyEndsAt({ status: 'ROTATING', expiresAt: after, graceUntil: before })).toBe(before);
  expect(apiKeyEndsAt({ status: 'ACTIVE', expiresAt: after, graceUntil: null })).toBe(after);
});
