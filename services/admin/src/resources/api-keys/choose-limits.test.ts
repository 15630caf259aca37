import { Fault } from '@pas/platform/errors/fault';
import { describe, expect, test } from 'vitest';
import { chooseLimits } from './choose-limits.ts';

const now = new Date('2026-03-01T10:00:00Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const asked = (fields: object = {}) => ({ name: 'Nightly import', scopes: ['units:read'], ...fields });
const issuer = (limit: number, windowSeconds: number, days = 10) => ({
  endsAt: inDays(days),
  rateLimit: { limit, windowSeconds },
});

const pathsOf = (choose: () => unknown): string[] => {
  try {
    choose();
  } catch (error) {
    if (error instanceof Fault && error.code === 'validation_failed') {
      return (error.details.errors ?? []).map(({ path }) => path);
    }
    throw error;
  }
  return [];
};

describe('by default', () => {
  test('a person’s key lives 90 days and has 600 requests a minute', () => {
    expect(chooseLimits(asked(), now, null)).toEqual({
      expiresAt: inDays(90),
      rateLimit: { limit: 600, windowSeconds: 60 },
    });
  });

  test('limits of a key issued by a key are cut to the issuer’s', () => {
    expect(chooseLimits(asked(), now, issuer(5, 1, 3))).toEqual({
      expiresAt: inDays(3),
      rateLimit: { limit: 5, windowSeconds: 1 },
    });
    expect(chooseLimits(asked(), now, issuer(11, 1, 100))).toEqual({
      expiresAt: inDays(90),
      rateLimit: { limit: 600, windowSeconds: 60 },
    });
  });

  test.each([
    [{ windowSeconds: 10 }, issuer(60, 60), { limit: 10, windowSeconds: 10 }],
    [{ windowSeconds: 10 }, issuer(60_000, 60), { limit: 600, windowSeconds: 10 }],
    [{ limit: 5 }, issuer(60, 60), { limit: 5, windowSeconds: 60 }],
    [{ windowSeconds: 3600 }, null, { limit: 600, windowSeconds: 3600 }],
  ])('%j by an issuer of %j is %j', (rateLimit, bounds, expected) => {
    expect(chooseLimits(asked({ rateLimit }), now, bounds).rateLimit).toEqual(expected);
  });
});

describe('on request', () => {
  test.each([
    ['the issuer’s own end and rate', { expiresAt: inDays(10), rateLimit: { limit: 60, windowSeconds: 60 } }],
    ['the same rate in another window', { rateLimit: { limit: 3600, windowSeconds: 3600 } }],
  ])('%s are taken', (_what, fields) => {
    expect(chooseLimits(asked(fields), now, issuer(60, 60))).toMatchObject(fields);
  });

  test.each([
    ['a later end', { expiresAt: new Date(inDays(10).getTime() + 1) }, ['expiresAt']],
    ['a past end', { expiresAt: now }, ['expiresAt']],
    ['a higher rate', { rateLimit: { limit: 61, windowSeconds: 60 } }, ['rateLimit.limit']],
    ['a shorter window', { rateLimit: { limit: 60, windowSeconds: 59 } }, ['rateLimit.limit']],
    ['both', { expiresAt: inDays(11), rateLimit: { limit: 61 } }, ['expiresAt', 'rateLimit.limit']],
  ])('%s is invalid', (_what, fields, paths) => {
    expect(pathsOf(() => chooseLimits(asked(fields), now, issuer(60, 60)))).toEqual(paths);
  });

  test('a window in which the issuer’s rate allows no request is invalid', () => {
    const rateLimit = { windowSeconds: 1 };
    expect(pathsOf(() => chooseLimits(asked({ rateLimit }), now, issuer(1, 3600)))).toEqual([
      'rateLimit.limit',
    ]);
  });

  test('a person’s key ends within 365 days', () => {
    expect(pathsOf(() => chooseLimits(asked({ expiresAt: inDays(365) }), now, null))).toEqual([]);
    expect(pathsOf(() => chooseLimits(asked({ expiresAt: inDays(366) }), now, null))).toEqual(['expiresAt']);
  });
});
