import { describe, expect, test } from 'vitest';
import { checkLanguage } from './check-language.ts';
import { findFaults } from './find-faults.ts';
import { isNoun } from './find-type-names.ts';

describe('the language of the repository', () => {
  test('breaks no rule', () => {
    const { faults, sentences } = checkLanguage();
    expect(sentences).toBeGreaterThan(20_000);
    expect(faults).toEqual([]);
  });
});

describe('the rules', () => {
  const rulesOf = (text: string): string[] =>
    findFaults([{ file: 'a.ts', line: 1, kind: 'comment', text }]).map(({ rule }) => rule);

  test.each([
    [`${'Wh'}at a key may open.`, 'opens with its subject'],
    [`${'Wh'}oever calls gets a reply.`, 'opens with its subject'],
    [`${'O'}f a key the end.`, 'opens with its subject'],
    [`${'Wh'}ere a unit is empty, there is no phone.`, 'opens with its subject'],
    [`A ${'word '.repeat(20)}too many.`, 'has 20 words at most'],
    [`The call ${'is'} over.`, 'uses the verb of the field'],
    [`The resident ${'is'} told.`, 'uses the verb of the field'],
  ])('refuse "%s"', (text, rule) => {
    expect(rulesOf(text)).toEqual([rule]);
  });

  test('judge each sentence, and count code as one word', () => {
    expect(rulesOf(`The key opens a door. ${'Wh'}o calls is known.`)).toEqual(['opens with its subject']);
    expect(rulesOf(`Runs \`${'word '.repeat(30)}\` once.`)).toEqual([]);
  });

  test.each([
    ['UnlockRequest', true],
    ['Building', true],
    ['Receiving', false],
    ['EventReceiving', false],
    ['Decided', false],
    ['Given', false],
    ['SealedAssertion', true],
  ])('take %s as a noun: %s', (name, expected) => {
    expect(isNoun(name)).toBe(expected);
  });
});
