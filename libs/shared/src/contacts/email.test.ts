import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Email, emailKey, maskEmail } from './email.ts';

describe('emailKey', () => {
  test.each([
    ['Jordan@Example.TEST', 'jordan@example.test'],
    ['  jordan@example.test ', 'jordan@example.test'],
    ['jor.dan+door@example.test', 'jor.dan+door@example.test'],
    ['Ｊordan@example.test', 'jordan@example.test'],
    ['J\u00d6RG@example.test', 'j\u00f6rg@example.test'],
    ['JO\u0308RG@example.test', 'j\u00f6rg@example.test'],
  ])('turns %j into %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  test('keeps a key unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(emailKey(emailKey(text))).toBe(emailKey(text));
      }),
    );
  });
});

describe('Email', () => {
  test.each([
    'jordan@example.test',
    'j@b.io',
    "o'hara+door@mail.example.test",
    'jörg@bücher.example',
    `${'a'.repeat(64)}@example.test`,
  ])('takes %s', (email) => {
    expect(Email.parse(` ${email} `)).toBe(email);
  });

  test('removes invisible marks', () => {
    expect(Email.parse('\u200bjordan\u00ad@example.test\u202c')).toBe('jordan@example.test');
  });

  test.each([
    ['nothing', ''],
    ['a name', 'jordan'],
    ['no domain', 'jordan@'],
    ['no dot', 'jordan@localhost'],
    ['no local part', '@example.test'],
    ['two at signs', 'a@b@example.test'],
    ['a second at sign in another form', 'a\uff20b@example.test'],
    ['a display name', 'Jordan <jordan@example.test>'],
    ['two addresses', 'a@example.test,b@example.test x@y.test'],
    ['a blank', 'jor dan@example.test'],
    ['a line break', 'jordan@example.test\r\nBcc: x@example.test'],
    ['an invisible character', 'jordan\u0000@example.test'],
    ['255 characters', `${'a'.repeat(242)}@example.test`],
    ['255 octets in fewer characters', `${'ö'.repeat(121)}@example.test`],
    ['a top-level domain of one letter', 'jordan@example.t'],
  ])('refuses %s', (_name, email) => {
    const { error } = Email.safeParse(email);
    expect(error).toBeDefined();
  });

  test('reports its own code', () => {
    const { error } = Email.safeParse('jordan');
    expect(error?.issues[0]).toMatchObject({ code: 'custom', params: { code: 'invalid_email' } });
  });

  test('checks a megabyte of dots quickly', () => {
    const startedAt = performance.now();
    for (const text of ['.'.repeat(1e6), `a@${'.a'.repeat(5e5)}`, 'a@'.repeat(5e5), `${'a'.repeat(1e6)}@`]) {
      expect(Email.safeParse(text).success).toBe(false);
    }
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

describe('maskEmail', () => {
  test.each([
    ['jordan@example.test', 'j•••@example.test'],
    ['j@example.test', 'j•••@example.test'],
    ['😀a@example.test', '😀•••@example.test'],
  ])('turns %s into %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
