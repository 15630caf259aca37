import { describe, expect, test } from 'vitest';
import { answerInWords, askOf, awaited } from './questions.ts';

describe('the questions to a building', () => {
  test('are read from the address, whatever stands there', () => {
    expect([askOf('ring'), askOf(undefined), askOf('<b>')]).toEqual(['ring', 'occupied', 'occupied']);
  });

  test('are answered in words, with the reason where there is one', () => {
    expect(answerInWords('occupied', { shade: 'none' })).toBe('vacant');
    expect(answerInWords('ring', awaited)).toBe('being asked');
    expect(answerInWords('ring', { shade: 'bad', why: 'Nobody lives here.' })).toBe(
      'would not ring: Nobody lives here.',
    );
  });
});
