import { expect, test } from 'vitest';
import { writeCodeMail, writeNoticeMail } from './account-mail.ts';

const brand = { name: 'Harbor Homes', accent: '#1d5fc4', logoUrl: null };
const reader = { brand, firstName: 'Jordan', propertyName: 'Harbor View', locale: 'en' };
const facts = { id: 'code_1', to: 'jordan@example.test', ...reader };
const code = { code: '482913', minutes: 10 };

test('the subject of a code mail begins with the code, and the text says how long it works', () => {
  const { subject, text, html } = writeCodeMail({ ...facts, ...code });
  expect(subject).toBe('482913 is your code');
  expect(text).toContain('Hello Jordan,');
  expect(text).toContain('your home at Harbor View');
  expect(text).toContain('for 10 minutes');
  expect(html).toContain('482913');
});

test.each(['en', 'de', 'fr', 'es'])(
  'no mail in %s has a placeholder left, with or without a home',
  (locale) => {
    for (const propertyName of [reader.propertyName, null]) {
      const mails = [
        writeCodeMail({ ...facts, ...code, locale, propertyName }),
        writeNoticeMail('EMAIL_CHANGED', { ...facts, locale, propertyName }),
        writeNoticeMail('PASSKEY_ADDED', { ...facts, locale, propertyName }),
      ];
      for (const { subject, text, html, language } of mails) {
        expect(language).toBe(locale);
        expect([subject, text, html].join('\n')).not.toMatch(/\{\w+\}/);
      }
    }
  },
);

test('names are escaped in HTML and stay in one line', () => {
  const { text, html } = writeNoticeMail('EMAIL_CHANGED', {
    ...facts,
    firstName: '<b>Jo\n</b>',
    propertyName: '\u202eHarbor',
  });
  expect(html).not.toContain('<b>Jo');
  expect(text).toContain('Hello <b>Jo </b>,');
  expect(text).toContain('for Harbor was changed');
});

test('the notice about a passkey says how to remove it', () => {
  const { subject, text } = writeNoticeMail('PASSKEY_ADDED', facts);
  expect(subject).toBe('A passkey was added to your account');
  expect(text).toContain('choose “Forgot your password?” at the sign-in and set a new password');
});
