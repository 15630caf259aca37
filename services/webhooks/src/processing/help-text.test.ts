import { expect, test } from 'vitest';
import { helpText } from './help-text.ts';

test.each([
  ['a person', '+12025550123', true],
  ['a number at which each text costs extra', '+19005550123', false],
])('HELP from %s gets a reply: %s %s', (_what, from, isAnswered) => {
  expect(helpText({ text: 'HELP', from, to: '+12025550100' }) !== null).toBe(isAnswered);
});
