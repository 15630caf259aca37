import { describe, expect, test } from 'vitest';
import { apiKeyAt, apiKeyEndsAt, apiKeyStatusAt } from './key-state.ts';
import { mintApiKey } from './key-format.ts';
import { newApiKey } from './new-api-key.ts';

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

describe('apiKeyAt', () => {
  const facts = {
    tenantId: 'ten_1',
    name: 'Nightly import',
    scopes: [],
    environments: [],
    propertyIds: null,
    rateLimit: { limit: 600, windowSeconds: 60 },
    createdBy: { type: 'SYSTEM', id: null, name: null },
    days: 90,
  };
  const row = newApiKey(mintApiKey('TEST'), facts, { pepper: 'a pepper', now: before });

  test('is EXPIRED and of a new version once its end has come', () => {
    const ended = { ...row, expiresAt: before };
    expect(apiKeyAt(ended, now)).toEqual({ ...ended, status: 'EXPIRED', updatedAt: before, version: 2 });
    const graced = { ...row, status: 'ROTATING' as const, graceUntil: before };
    expect(apiKeyAt(graced, now)).toMatchObject({ status: 'EXPIRED', updatedAt: before, version: 2 });
  });

  test.each([
    ['works', {}],
    ['is revoked', { status: 'REVOKED' as const, expiresAt: before }],
    ['is stored as EXPIRED', { status: 'EXPIRED' as const, expiresAt: before }],
  ])('stays as it is when it %s', (_state, fields) => {
    const same = { ...row, ...fields };
    expect(apiKeyAt(same, now)).toBe(same);
  });
});
