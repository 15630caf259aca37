import { describe, expect, test } from 'vitest';
import { derivedFrom, derivePrefixedId, maxDerivedIds } from './derived-id.ts';
import { prefixedIdPattern } from './prefixed-id.ts';

const origin = { at: new Date('2026-03-01T09:30:00Z'), key: 'imp_1' };

describe('a derived id', () => {
  test('is the same for the same origin and number', () => {
    expect(derivePrefixedId('user', origin, 7)).toBe(derivePrefixedId('user', { ...origin }, 7));
    expect(derivePrefixedId('user', origin, 7)).toMatch(prefixedIdPattern('user'));
  });

  test('differs for another number, key or moment', () => {
    const ids = [
      derivePrefixedId('user', origin, 7),
      derivePrefixedId('user', origin, 8),
      derivePrefixedId('user', { ...origin, key: 'imp_2' }, 7),
      derivePrefixedId('user', { ...origin, at: new Date(0) }, 7),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  test('sorts by its number', () => {
    const ids = [0, 1, 31, 32, 1023, 100_000, maxDerivedIds - 1].map((number) =>
      derivePrefixedId('user', origin, number),
    );
    expect(ids.toSorted()).toEqual(ids);
  });

  test('is recognized by its origin', () => {
    const isOwn = derivedFrom(origin);
    expect(isOwn(derivePrefixedId('unit', origin, 100_000))).toBe(true);
    expect(isOwn(derivePrefixedId('unit', { ...origin, key: 'imp_2' }, 7))).toBe(false);
  });

  test('has no number beyond its bits', () => {
    expect(() => derivePrefixedId('user', origin, maxDerivedIds)).toThrow(RangeError);
  });
});
