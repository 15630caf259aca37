import { languages } from '@pas/shared/messages/language';
import { expect, test } from 'vitest';
import { writeCodeText } from './code-text.ts';

const facts = { code: '012345', tenantName: 'Maple\nHomes', minutes: 10, locales: [] };

test.each(languages)('in %s the text begins with the code and is one part', (language) => {
  const long = 'The Residences at Maple Court and Harbour View';
  const { text, segments } = writeCodeText({ ...facts, tenantName: long, locales: [null, language] });
  expect(text).toMatch(/^012345 .*10 min/i);
  expect(text).toContain('The Residences at Maple Court');
  expect(text).not.toMatch(/[{}]/);
  expect(segments).toBe(1);
});

test('the first known language is used, English without one, and a name is one line', () => {
  expect(writeCodeText({ ...facts, locales: ['pt', 'fr-CA', 'de'] }).text).toContain('votre code');
  expect(writeCodeText(facts).text).toContain('is your code for Maple Homes.');
});
