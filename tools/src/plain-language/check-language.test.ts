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
  const rulesOf = (...parts: readonly string[]): string[] =>
    findFaults([{ file: 'a.ts', line: 1, kind: 'comment', text: parts.join(' ') }]).map(({ rule }) => rule);

  // In parts, because the rules hold for this file too.
  test.each([
    [['What a key', 'may open.'], 'opens with its subject'],
    [['Whoever calls', 'gets a reply.'], 'opens with its subject'],
    [['Of a key', 'the end.'], 'opens with its subject'],
    [['Where a unit', 'is empty,', 'there is no', 'phone.'], 'opens with its subject'],
    [['Words:', 'word '.repeat(20)], 'has 20 words at most'],
    [['The call', 'is over.'], 'uses the verb of the field'],
    [['The resident', 'is told.'], 'uses the verb of the field'],
  ])('refuse %j', (parts, rule) => {
    expect(rulesOf(...parts)).toEqual([rule]);
  });

  test('judge each sentence', () => {
    expect(rulesOf('The key opens.', 'Who calls', 'is known.')).toEqual(['opens with its subject']);
  });

  test('count code as one word', () => {
    expect(rulesOf('Runs', `\`${'word '.repeat(30)}\``, 'once.')).toEqual([]);
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
