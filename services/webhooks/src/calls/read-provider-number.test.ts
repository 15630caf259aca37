import { expect, test } from 'vitest';
import { readProviderNumber } from './read-provider-number.ts';

test.each([
  ['+12025550123'],
  ['12025550123'],
  [' 12025550123'],
  ['0012025550123'],
  ['tel:+12025550123'],
  ['+1 (202) 555-0123'],
])('%j is +12025550123', (text) => {
  expect(readProviderNumber(text)).toBe('+12025550123');
});

test.each([
  ['+525512345678'],
  ['+5215512345678'],
  ['5215512345678'],
  [' 5215512345678'],
  ['005215512345678'],
])('%j is the Mexican phone +525512345678', (text) => {
  expect(readProviderNumber(text)).toBe('+525512345678');
});

test.each([['anonymous'], [''], ['+'], ['12345'], ['Restricted'], ['whatsapp:+12025550123'], ['+266696687']])(
  '%j is not a number',
  (text) => {
    expect(readProviderNumber(text)).toBeNull();
  },
);
