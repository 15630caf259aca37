import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, labelOrder, nameOrder } from './fold-text.ts';

describe('foldText', () => {
  test.each([
    ['José', 'jose'],
    ['jose\u0301', 'jose'],
    ['GROẞ Groß', 'gross gross'],
    ['İrem IRMAK ırmak', 'irem irmak irmak'],
    ['Łódź', 'lodz'],
    ['Søren Ærø Đorđe Ðóra Þór Œuvre', 'soren aero dorde dora thor oeuvre'],
    ["O’Brien OʼBrien O‘Brien O`Brien O´Brien O＇Brien O'Brien", Array(7).fill('obrien').join(' ')],
    ['Hawaiʻi Kauaʽi', 'hawaii kauai'],
    ['ŉ ﬁ ℌ Ⅳ', 'n fi h iv'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['Ёлкин', 'елкин'],
    ['مُحَمَّد', 'محمد'],
    ['हिन्दी', 'हिन्दी'],
    ['ガラス がらす', 'ガラス がらす'],
    ['한국', '한국'],
    ['Zoe\u200bHart\ufe0f', 'zoehart'],
    ['4½ 12¾ 3² 50m²', '4 1⁄2 12 3⁄4 3 2 50m2'],
  ])('%s becomes %s', (text, folded) => {
    expect(foldText(text)).toBe(folded.normalize('NFC'));
  });

  test('changes folded text no further', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});

/** Sorts by bytes of UTF-8, as the database does. */
const sorted = (texts: readonly string[], orderOf: (text: string) => string | null): string[] =>
  texts.toSorted((a, b) => Buffer.compare(Buffer.from(orderOf(a) ?? ''), Buffer.from(orderOf(b) ?? '')));

test('labelOrder counts the numbers of labels', () => {
  const labels = [
    '1',
    '1-2',
    '1A',
    '2',
    '4',
    '4½',
    '4 1/2A',
    '5²',
    '10',
    '100',
    'A-2',
    'a10',
    'B1',
    'Éa 3',
    'PH 2',
    'PH 10',
  ];
  expect(sorted(labels.toReversed(), labelOrder)).toEqual(labels);
  expect(labelOrder('Apt. 007')).toBe(labelOrder('apt 7'));
  expect(labelOrder('-- 0 --')).toBe('0010');
});

test('nameOrder ignores case, accents and apostrophes', () => {
  const names = ['Ábel', 'adam', 'Łukasz', 'Mary', 'O’Brien', 'Øst', 'zoë'];
  expect(sorted(names.toReversed(), nameOrder)).toEqual(names);
  expect(nameOrder(null)).toBeNull();
});
