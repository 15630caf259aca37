import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchFilter, searchWords } from './search-words.ts';

describe('searchWords', () => {
  test.each<[string, (string | null)[], string[]]>([
    ['a name', ['Jordan Reyes'], ['jordan reyes', 'jordan', 'reyes']],
    ['a label', ['Apt. 4-B'], ['apt. 4-b', 'apt.', 'apt', '4-b', '4', 'b']],
    [
      'an e-mail',
      ['Jo.Reyes+door@Example.test'],
      ['jo.reyes+door@example.test', 'jo', 'reyes+door', 'example', 'test'],
    ],
    ['a phone', ['+12025550123'], ['+12025550123']],
    ['compatibility forms', ['Ｌｏｂｂｙ ②'], ['lobby 2', 'lobby', '2']],
    ['marks that belong to their letters', ['हिन्दी'], ['हिन्दी']],
    ['blanks of all kinds', [' Harbor\u00a0\t View '], ['harbor view', 'harbor', 'view']],
    ['nothing', [null, '', '  '], []],
  ])('splits %s', (_name, values, words) => {
    expect(searchWords(...values)).toEqual(words);
  });

  test('keeps every value as a whole, however many words one has', () => {
    const long = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ');
    const words = searchWords(long, 'jordan@example.test', '+12025550123');
    expect(words).toEqual(expect.arrayContaining([long, 'jordan@example.test', '+12025550123']));
    expect(words.length).toBeLessThan(30);
  });

  test('names each word once', () => {
    expect(searchWords('Bay Bay', 'bay')).toEqual(['bay bay', 'bay']);
  });
});

/** Whether a row with these words is found. It compares the bytes of UTF-8, as the database does. */
function finds(q: string, words: readonly string[]): boolean {
  const range = searchFilter(q).searchWords?.$elemMatch;
  if (!range) return true;
  const [from, to] = [Buffer.from(range.$gte), Buffer.from(range.$lt)];
  return words.some((word) => from.compare(Buffer.from(word)) <= 0 && to.compare(Buffer.from(word)) > 0);
}

describe('searchFilter', () => {
  test('without q filters nothing', () => {
    expect(searchFilter(undefined)).toEqual({});
  });

  test.each([
    ['jor', 'Jordan Reyes', true],
    ['JORDAN R', 'Jordan Reyes', true],
    ['rey', 'Jordan Reyes', true],
    ['ordan', 'Jordan Reyes', false],
    ['jordan@', 'jordan@example.test', true],
    ['+1202', '+12025550123', true],
    ['4-b', 'Apt. 4-B', true],
    ['ｌｏｂ', 'Lobby', true],
    ['zo', 'Zoë', true],
    ['zoe\u0308', 'Zoë', true],
    ['😀', '😀 House', true],
  ])('%s against %s: %s', (q, value, isFound) => {
    expect(finds(q, searchWords(value))).toBe(isFound);
  });

  test('treats characters of a pattern as plain text', () => {
    const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(searchWords(text).length > 0);
        expect(finds(text, searchWords(text))).toBe(true);
      }),
    );
    for (const q of ['.*', '^', '$', '[a-z]', 'a|b', '(', '\\', 'lob+y', 'lo..y']) {
      expect(finds(q, searchWords('Lobby'))).toBe(false);
    }
  });

  test('finds exactly the prefixes', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', '漢', '😀'),
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(letters, letters, (q, word) => {
        expect(finds(q, [word])).toBe(word.startsWith(q));
      }),
    );
  });
});
