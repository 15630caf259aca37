import * as fc from 'fast-check';
import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { describe, expect, test } from 'vitest';
import { Email, emailKey, emailWords, maskEmail, toMailbox } from './email.ts';

describe('emailKey', () => {
  test.each([
    ['Jordan@Example.TEST', 'jordan@example.test'],
    ['  jordan@example.test ', 'jordan@example.test'],
    ['jor.dan+door@example.test', 'jor.dan+door@example.test'],
    ['Ｊordan@example.test', 'jordan@example.test'],
    ['J\u00d6RG@example.test', 'j\u00f6rg@example.test'],
    ['JO\u0308RG@example.test', 'j\u00f6rg@example.test'],
    ['jo@b\u00fccher.test', 'jo@xn--bcher-kva.test'],
    ['jo@B\u00dcCHER.test', 'jo@xn--bcher-kva.test'],
    ['jo@bu\u0308cher.test', 'jo@xn--bcher-kva.test'],
    ['jo@XN--BCHER-KVA.test', 'jo@xn--bcher-kva.test'],
    ['jo@b\u00fccher\u3002test', 'jo@xn--bcher-kva.test'],
    ['jo@fa\u00df.test', 'jo@xn--fa-hia.test'],
    ['j\u00f6rg@b\u00fccher.test', 'j\u00f6rg@xn--bcher-kva.test'],
    ['nobody', 'nobody'],
    ['Jo@xn--a.test', 'jo@xn--a.test'],
    ['Jo@Example.test/path', 'jo@example.test/path'],
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

  test('keeps the domain as it is written, and the rest in NFKC', () => {
    expect(Email.parse('Ｊordan@B\u00fccher.test')).toBe('Jordan@B\u00fccher.test');
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
    ['a space', 'jor dan@example.test'],
    ['a line break', 'jordan@example.test\r\nBcc: x@example.test'],
    ['an invisible character', 'jordan\u0000@example.test'],
    ['255 characters', `${'a'.repeat(242)}@example.test`],
    ['255 octets in fewer characters', `${'ö'.repeat(121)}@example.test`],
    ['a top-level domain of one letter', 'jordan@example.t'],
    ['a dot at the start', '.jordan@example.test'],
    ['a dot before the at sign', 'jordan.@example.test'],
    ['two dots before the at sign', 'jor..dan@example.test'],
    ['a quoted local part', '"jordan"@example.test'],
    ['a local part of 65 octets', `${'a'.repeat(65)}@example.test`],
    ['a local part of 66 octets in fewer characters', `${'ö'.repeat(33)}@example.test`],
    ['an invisible letter before the at sign', 'jor\u3164dan@example.test'],
    ['a joiner between letters', 'jor\u200ddan@example.test'],
    ['an empty Braille cell', 'jor\u2800dan@example.test'],
    ['a variation selector', 'jordan\ufe0f@example.test'],
    ['an empty label', 'jordan@example..test'],
    ['a domain that ends in a dot', 'jordan@example.test.'],
    ['a domain that begins with a dot', 'jordan@.example.test'],
    ['a label of 64 characters', `jordan@${'a'.repeat(64)}.test`],
    ['a label of 64 octets in ASCII', `jordan@${'ü'.repeat(60)}.test`],
    ['a label that begins with a hyphen', 'jordan@-example.test'],
    ['a label that ends in a hyphen', 'jordan@example-.test'],
    ['a top-level domain that ends in a hyphen', 'jordan@example.test-'],
    ['an underscore in the domain', 'jordan@ex_ample.test'],
    ['a port', 'jordan@example.test:25'],
    ['a path', 'jordan@example.test/inbox'],
    ['a question mark', 'jordan@example.test?subject=x'],
    ['an escaped letter', 'jordan@ex%61mple.test'],
    ['an address in brackets', 'jordan@[192.0.2.1]'],
    ['an IP address', 'jordan@192.0.2.1'],
    ['a short IP address', 'jordan@127.1'],
    ['a full-width at sign', 'jordan\uff20example.test'],
    ['a full-width slash in the domain', 'jordan@example\uff0fx.test'],
  ])('refuses %s', (_name, email) => {
    const { error } = Email.safeParse(email);
    expect(error).toBeDefined();
  });

  test('reports its own code', () => {
    const { error } = Email.safeParse('jordan');
    expect(error?.issues[0]).toMatchObject({ code: 'custom', params: { code: 'invalid_email' } });
  });

  test('checks a megabyte of dots quickly', () => {
    for (const text of ['.'.repeat(1e6), `a@${'.a'.repeat(5e5)}`, 'a@'.repeat(5e5), `${'a'.repeat(1e6)}@`]) {
      expect(Email.safeParse(text).success).toBe(false);
      expect(measureCost(() => Email.safeParse(text)).processorMs).toBeLessThan(maxProcessorMs);
    }
  });
});

describe('emailWords', () => {
  test.each([
    [null, []],
    ['Jordan@Example.test', ['Jordan@Example.test', 'jordan@example.test']],
    ['jo@bücher.test', ['jo@bücher.test', 'jo@xn--bcher-kva.test']],
    ['jo@xn--bcher-kva.test', ['jo@xn--bcher-kva.test', 'jo@bücher.test']],
  ])('the words of %s are %j', (email, words) => {
    expect(emailWords(email)).toEqual(words);
  });
});

describe('toMailbox', () => {
  test.each([
    ['Jo@Bücher.test', 'Jo@xn--bcher-kva.test'],
    ['jörg@example.test', 'jörg@example.test'],
    ['jo@example..test', null],
    ['', null],
  ])('the mailbox of %s is %s', (email, mailbox) => {
    expect(toMailbox(email)).toBe(mailbox);
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
