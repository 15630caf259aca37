import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryWords, searchWords, startsWith } from './search-words.ts';

describe('searchWords', () => {
  test.each<[string, (string | null)[], string[]]>([
    ['a name', ['José O’Brien-Reyes'], ['jose', 'obrien', 'reyes']],
    ['a label', ['Apt. 4-B', '4B'], ['apt', '4', 'b', '4b']],
    ['an e-mail', ['Jo.Reyes+door@Example.test'], ['jo', 'reyes', 'door', 'example', 'test']],
    ['numbers, and adds them joined', ['Tower 4-12/7'], ['tower', '4', '12', '7', '4127', '127']],
    ['compatibility forms', ['Ｌｏｂｂｙ ②'], ['lobby', '2']],
    ['marks that belong to their letters', ['हिन्दी'], ['हिन्दी']],
    ['pictographs', ['😀 House'], ['😀', 'house']],
    ['a word that comes twice', ['Bay Bay', 'bay'], ['bay']],
    ['nothing', [null, '', ' -- '], []],
  ])('splits %s', (_name, values, words) => {
    expect(searchWords(...values)).toEqual(words.map((word) => word.normalize('NFC')));
  });

  test('keeps 32 words of a value, and those of every other value', () => {
    const long = Array.from({ length: 500 }, (_, index) => `w${index}x`).join(' ');
    const words = searchWords(long, 'jordan@example.test');
    expect(words).toEqual(expect.arrayContaining(['w31x', 'jordan', 'example', 'test']));
    expect(words).not.toContain('w32x');
  });
});

describe('queryWords', () => {
  test.each([
    ['Reyes, Clara', ['reyes', 'clara']],
    ['(212) 555', ['212555']],
    ['+1 212-555.01/07', ['12125550107']],
    ['555-0107', ['5550107']],
    ['٣٤ 5', ['٣٤5']],
    ['Unit 4-B', ['unit', '4', 'b']],
    ['ma maria mar', ['maria']],
    ['a a A á', ['a']],
    ['.* ( [ \\', []],
  ])('%s is %j', (q, words) => {
    expect(queryWords(q)).toEqual(words);
  });
});

/** Whether a row with these words is found. It compares the bytes of UTF-8, as the database does. */
function finds(q: string, words: readonly string[]): boolean {
  const ranges = queryWords(q).map((word) => startsWith(word).searchWords.$elemMatch);
  const isIn = (word: string, { $gte, $lt }: { $gte: string; $lt: string }) =>
    Buffer.compare(Buffer.from($gte), Buffer.from(word)) <= 0 &&
    Buffer.compare(Buffer.from($lt), Buffer.from(word)) > 0;
  return ranges.length > 0 && ranges.every((range) => words.some((word) => isIn(word, range)));
}

describe('q', () => {
  test.each([
    ['Clara Reyes', 'Clara Reyes', true],
    ['Reyes, Clara', 'Clara Reyes', true],
    ['cl re', 'Clara Reyes', true],
    ['clara rosa', 'Clara Reyes', false],
    ['lara', 'Clara Reyes', false],
    ['North 4 1/2', 'North 4½', true],
    ['jose', 'José', true],
    ['gross', 'Groß', true],
    ["o'brien", 'O’Brien', true],
    ['obrien', 'O’Brien', true],
    ['irem', 'İrem', true],
    ['Jordan@Example.test', 'jordan@example.test', true],
    ['4-12', 'Apt 4-12', true],
    ['12-7', '4-12-7', true],
    ['😀', '😀 House', true],
    ['.*', 'Lobby', false],
    ['lo..y', 'Lobby', false],
  ])('%s against %s: %s', (q, value, isFound) => {
    expect(finds(q, searchWords(value))).toBe(isFound);
  });

  test('finds every text by itself', () => {
    const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(searchWords(text).length > 0);
        expect(finds(text, searchWords(text))).toBe(true);
      }),
    );
  });

  test('finds exactly the prefixes of a word', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '漢', 'ж'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(letters, letters, (q, word) => {
        expect(finds(q, [word])).toBe(word.startsWith(q));
      }),
    );
  });
});
