import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toLabelKey } from './label-key.ts';

test.each([
  ['4B', '4B'],
  ['apt 4b', '4B'],
  ['Apt. 4-B', '4B'],
  ['APARTMENT 4 B', '4B'],
  ['#4B', '4B'],
  ['# 4B', '4B'],
  ['Unit #4B', '4B'],
  ['(Apt 4B)', '4B'],
  ['Apt5', '5'],
  ['Unit5', '5'],
  ['UNIT-5', '5'],
  ['Aptos 5', 'APTOS5'],
  ['United 5', 'UNITED5'],
  ['Apartments 5', 'APARTMENTS5'],
  ['1.12', '1-12'],
  ['1/12', '1-12'],
  ['1 12', '1-12'],
  ['11.2', '11-2'],
  ['112', '112'],
  ['12-3', '12-3'],
  ['12 – 3', '12-3'],
  ['1--2', '1-2'],
  ['5+6', '5-6'],
  ['A-12', 'A12'],
  ['Penthouse', 'PENTHOUSE'],
  ['４Ｂ', '4B'],
  ['4\ufe0fB', '4B'],
  ['Straße 1', 'STRASSE1'],
  ['Zoe\u0308', 'ZOË'],
  ['4½', '4-1-2'],
  ['4 1/2', '4-1-2'],
  ['4-1-2', '4-1-2'],
  ['41/2', '41-2'],
  ['½', '1-2'],
  ['4²', '4-2'],
  ['4₂', '4-2'],
  ['42', '42'],
  ['A²', 'A2'],
  ['-1', '-1'],
  ['−1', '-1'],
  ['Unit -1', '-1'],
  ['Apt. −1', '-1'],
  ['# -1', '-1'],
  ['1', '1'],
  ['Unit-1', '1'],
  ['-1.12', '-1-12'],
  ['Unit No. 5', '5'],
  ['Apt #5', '5'],
  ['№ 5', '5'],
  ['Nº 5', '5'],
  ['No.5A', '5A'],
  ['NR 12', '12'],
  ['Flat 2', '2'],
  ['Suite 300', '300'],
  ['Ste. 300', '300'],
  ['Apartamento 3', '3'],
  ['Apto. 3', '3'],
  ['Depto 3', '3'],
  ['Appartement 3', '3'],
  ['Appt 3', '3'],
  ['Wohnung 3', '3'],
  ['Whg. 3', '3'],
  ['Whg.3', '3'],
  ['Flatiron 2', 'FLATIRON2'],
  ['Nova 3', 'NOVA3'],
  ['Steele 4', 'STEELE4'],
  ['Penthouse Suite', 'PENTHOUSESUITE'],
])('%s is compared as %s', (label, key) => {
  expect(toLabelKey(label)).toBe(key);
});

test('vowel signs belong to their letters', () => {
  expect(toLabelKey('कि')).not.toBe(toLabelKey('का'));
});

test.each([' -- ', 'Unit', 'apt.', '#', '❤️', '-', 'Unit -', 'Apt. No.', 'Suite #'])(
  '%j has no key',
  (label) => {
    expect(toLabelKey(label)).toBe('');
  },
);

describe('a label of any characters', () => {
  const groups = fc.array(fc.stringMatching(/^[0-9]{1,4}$/), { minLength: 1, maxLength: 4 });
  const separator = fc.stringMatching(/^[ ./\-–_,:+#()]{1,3}$/);
  const prefix = fc.constantFrom('', 'Apt ', 'apt.', 'UNIT', '#', 'Apartment #', ' unit-');

  test('keeps labels with different groups of digits apart, with any separator', () => {
    fc.assert(
      fc.property(groups, separator, prefix, (digits, between, word) => {
        expect(toLabelKey(`${word}${digits.join(between)}`)).toBe(digits.join('-'));
      }),
    );
  });

  test('has a key of letters, digits, hyphens between digits, and a leading minus', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (label) => {
        expect(toLabelKey(label)).toMatch(/^(?:-(?=.))?(?:[\p{L}\p{M}\p{Nd}]|(?<=\p{Nd})-(?=\p{Nd}))*$/u);
      }),
    );
  });
});
