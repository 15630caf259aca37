import { describe, expect, test } from 'vitest';
import { contactPattern, isValueOf, withoutValues, type Person } from './person.ts';

const person = { emailKeys: ['jo@xn--bcher-kva.test'], phones: [], values: [] } as unknown as Person;
const spellings = ['jo@bücher.test', 'Jo@BÜCHER.test', ' jo@xn--bcher-kva.test'];
const others = ['jo@bucher.test', 'jo@bücher.test.example', 'kim@bücher.test', 'bücher.test', ''];

describe('an e-mail with an international domain', () => {
  test.each(spellings)('is the person’s value as %j', (text) => {
    expect(isValueOf(person, text)).toBe(true);
    expect(contactPattern(person)?.test(text)).toBe(true);
    expect(withoutValues(person, { to: [text] })).toEqual({ to: ['erased'] });
  });

  test.each(others)('is not %j', (text) => {
    expect(isValueOf(person, text)).toBe(false);
    expect(contactPattern(person)?.test(text)).toBe(false);
  });
});
