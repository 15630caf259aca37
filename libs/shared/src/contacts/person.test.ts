import { describe, expect, test } from 'vitest';
import { Locale, PersonName } from './person.ts';

describe('a language tag', () => {
  test.each(['en', 'en-US', 'zh-Hant-TW', 'de-1996'])('can be %s', (tag) => {
    expect(Locale.parse(` ${tag} `)).toBe(tag);
  });

  test.each(['', 'english please', 'en_US', '12', 'x'.repeat(36)])('can’t be %j', (tag) => {
    expect(Locale.safeParse(tag).success).toBe(false);
  });
});

describe('part of a name', () => {
  test.each(['Jordan', 'Ó Faoláin', '李'])('can be %s', (name) => {
    expect(PersonName.parse(name)).toBe(name);
  });

  test.each(['', '  ', 'a\nb', 'x'.repeat(101)])('can’t be %j', (name) => {
    expect(PersonName.safeParse(name).success).toBe(false);
  });
});
