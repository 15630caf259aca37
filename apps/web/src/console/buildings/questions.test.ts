import { describe, expect, test } from 'vitest';
import { answerInWords, askOf, awaited } from './questions.ts';

describe('the questions about a building', () => {
  test('come from the address, with a default for any other text', () => {
    expect([askOf('ring'), askOf(undefined), askOf('<b>')]).toEqual(['ring', 'occupied', 'occupied']);
  });

  test('have answers in words, with the reason if one is known', () => {
    expect(answerInWords('occupied', { shade: 'none' })).toBe('vacant');
    expect(answerInWords('ring', awaited)).toBe('being asked');
    expect(answerInWords('ring', { shade: 'bad', why: 'No residents.' })).toBe(
      'would not ring: No residents.',
    );
  });
});
