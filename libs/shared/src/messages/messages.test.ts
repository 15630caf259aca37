import { describe, expect, test } from 'vitest';
import { acceptedLanguage, chooseLanguage, dateLocale, languages } from './language.ts';
import { unitName, messagesIn } from './messages-in.ts';

/** Lists every sentence of a catalogue with its path. */
function sentencesOf(value: unknown, path = ''): [path: string, sentence: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, inner]) => sentencesOf(inner, `${path}.${name}`));
}

const namesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe('the catalogue', () => {
  const english = new Map(sentencesOf(messagesIn('en')));

  test.each(languages)('%s has every sentence, with the same values in each', (language) => {
    const sentences = sentencesOf(messagesIn(language));
    expect(sentences.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted());
    for (const [path, sentence] of sentences) {
      expect([path, sentence.trim()]).not.toEqual([path, '']);
      const values = namesIn(sentence);
      const usual = namesIn(english.get(path) ?? '').filter(
        (name) => values.includes(name) || path !== '.join.submit',
      );
      expect([path, values]).toEqual([path, usual]);
    }
  });

  test('no two languages share a longer sentence', () => {
    const all = languages.flatMap((language) => [
      ...new Set(sentencesOf(messagesIn(language)).map(([, sentence]) => sentence)),
    ]);
    const long = all.filter((sentence) => sentence.split(' ').length > 3);
    expect(new Set(long).size).toBe(long.length);
  });

  test('no line of French begins with a colon or a question mark; texts have no room for another space', () => {
    const written = sentencesOf(messagesIn('fr')).filter(([path]) => !path.startsWith('.sms.'));
    expect(written.filter(([, sentence]) => / [:?!;]/.test(sentence))).toEqual([]);
  });
});

test.each([
  ['505', 'unit 505'],
  ['4B', 'unit 4B'],
  ['#12', 'unit 12'],
  ['PH', 'unit PH'],
  ['1.12', 'unit 1.12'],
  ['Apt 4B', 'Apt 4B'],
  ['Apt5', 'Apt5'],
  ['Unit 7', 'Unit 7'],
  ['Penthouse', 'Penthouse'],
  ['Wohnung 3', 'Wohnung 3'],
])('the unit %s is called “%s”', (label, name) => {
  expect(unitName(messagesIn('en'), label)).toBe(name);
});

describe('the language of a reader', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['ja, zh;q=0.5', 'en'],
    ['de-AT', 'de'],
    ['fr;q=0.4, es;q=0.8', 'es'],
    ['ja, fr;q=0.3', 'fr'],
    ['en;q=0, de', 'de'],
    ['de;q=nonsense', 'de'],
    [`${'x,'.repeat(10_000)}de`, 'en'],
  ])('Accept-Language %j is %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });

  test('the first known tag decides, and its own date order stays', () => {
    expect(chooseLanguage(null, 'pt-BR', 'fr-CA', 'de')).toBe('fr');
    expect(dateLocale('en', null, 'en-GB')).toBe('en-GB');
    expect(dateLocale('en', 'pt', null)).toBe('en-US');
    expect(dateLocale('de', 'de-AT')).toBe('de-AT');
  });
});
