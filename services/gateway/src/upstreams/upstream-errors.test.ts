import { describe, expect, test } from 'vitest';
import { assertionRefused } from './upstream-errors.ts';

const dateIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

describe('assertionRefused', () => {
  test.each([
    ['a clock that is ahead', dateIn(91), /^http:\/\/a refused .*its clock is (89|9[012]) s ahead of/],
    ['a clock that is behind', dateIn(-91), /^http:\/\/a refused .*its clock is (89|9[0-9]) s behind/],
    ['a clock that agrees', dateIn(0), /compare its ASSERTION_PUBLIC_KEYS/],
    ['a clock that hardly differs', dateIn(-20), /compare its ASSERTION_PUBLIC_KEYS/],
    ['no date', undefined, /compare its ASSERTION_PUBLIC_KEYS/],
    ['a date that is none', 'yesterday', /compare its ASSERTION_PUBLIC_KEYS/],
  ])('names the reason for %s', (_what, date, message) => {
    expect(assertionRefused('http://a', date).message).toMatch(message);
  });
});
