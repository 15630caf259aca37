import { expect, test } from 'vitest';
import { writeResetMail, type ResetMailFacts } from './reset-mail.ts';
import { languages } from '@pas/shared/messages/language';

const facts: ResetMailFacts = {
  resetId: 'rst_1',
  to: 'jordan@example.test',
  brand: { name: 'Harbor Homes', accent: '#0b6e4f', logoUrl: null },
  firstName: 'Jordan',
  propertyName: 'Harbor View',
  locale: null,
  resetUrl: 'https://portal.test/reset/token',
  minutes: 60,
};

test.each(languages)('in %s the mail has the whole link, the time and the name', (locale) => {
  const { id, to, subject, text, html } = writeResetMail({ ...facts, locale });
  expect([id, to]).toEqual(['rst_1', 'jordan@example.test']);
  expect(subject).not.toBe('');
  for (const part of [text, html]) {
    expect(part).toContain('https://portal.test/reset/token');
    expect(part).toMatch(/60 min/i);
    expect(part).toContain('Jordan');
    expect(part).toContain('Harbor View');
    expect(part).not.toMatch(/\{\w+\}/);
  }
  expect(html).toContain(`<html lang="${locale}" dir="ltr"`);
  expect(html).not.toMatch(/<(img|link|script)|url\(|@import|@font-face/);
});

test('the mail shows the name and the accent of the company', () => {
  const { html } = writeResetMail(facts);
  expect(html).toContain('>Harbor Homes</div>');
  expect(html).toContain('bgcolor="#0b6e4f"');
});

test('an unknown language falls back to English, and a missing name to a plain greeting', () => {
  expect(writeResetMail({ ...facts, locale: 'pt-BR' }).subject).toBe('Set a new password');
  expect(writeResetMail({ ...facts, locale: 'de-AT' }).subject).toBe('Neues Passwort festlegen');
  expect(writeResetMail({ ...facts, firstName: null }).text).toMatch(/^Hello,\n/);
});

test('a name is escaped in HTML and otherwise unchanged', () => {
  const { text, html } = writeResetMail({ ...facts, firstName: '<b>$&</b>' });
  expect(text).toContain('Hello <b>$&</b>,');
  expect(html).toContain('Hello &lt;b&gt;$&amp;&lt;/b&gt;,');
});

test('a person without a home gets a mail without a property', () => {
  const { text } = writeResetMail({ ...facts, propertyName: null });
  expect(text).toContain('You have asked to set a new password. Open this link');
});

test('a name is one line without bidirectional control characters', () => {
  const { text } = writeResetMail({ ...facts, propertyName: 'Harbor\u202e\nView', firstName: '\u202eJo' });
  expect(text).toContain('Hello Jo,');
  expect(text).toContain('your home at Harbor View.');
});
