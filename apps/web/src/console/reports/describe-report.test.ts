import { expect, test } from 'vitest';
import { beginningOf } from './describe-report.ts';

test('a list shows the beginning of a report in one line', () => {
  expect(beginningOf({ text: 'The main door\n\ndoes not close.' })).toBe('The main door does not close.');
  expect(beginningOf({ text: `${'word '.repeat(18)}more` })).toBe(`${'word '.repeat(18).trimEnd()}…`);
});

test('an emoji is never cut in half', () => {
  expect(beginningOf({ text: '🚪'.repeat(91) })).toBe(`${'🚪'.repeat(90)}…`);
});
