import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isVisible, withoutUnseenMarks } from './visible-text.ts';

test.each([
  ['a right-to-left override', '\u202egnp.exe', 'gnp.exe'],
  ['an isolate', '\u2067Jordan\u2069', 'Jordan'],
  ['an Arabic letter mark', 'a\u061cb', 'ab'],
  ['a zero-width space', 'Jo\u200brdan', 'Jordan'],
  ['a word joiner', 'Jo\u2060rdan', 'Jordan'],
  ['a byte order mark', '\ufeffJordan', 'Jordan'],
  ['a soft hyphen', 'Jor\u00addan', 'Jordan'],
  ['a joiner at the end', 'Jordan\u200d', 'Jordan'],
  ['a joiner beside a digit', 'Jo\u200c1', 'Jo1'],
  ['joiners in a row', 'Jo\u200d\u200drdan', 'Jordan'],
])('withoutUnseenMarks removes %s', (_name, text, left) => {
  expect(withoutUnseenMarks(text)).toBe(left);
});

test.each([
  ['a joiner between Persian letters', 'نامه\u200cای'],
  ['a joiner after a virama', 'क्\u200dष'],
  ['a family', '👩🏽\u200d👧'],
  ['a variant of a character', '葛\u{e0100}'],
  ['the flag of Wales', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
])('withoutUnseenMarks keeps %s', (_name, text) => {
  expect(withoutUnseenMarks(text)).toBe(text);
});

test('withoutUnseenMarks leaves no mark for a second pass', () => {
  const part = fc.constantFrom('a', '1', '\u200c', '\u200d', '\u202e', '\u200b', '👩', '\u0301', ' ');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const once = withoutUnseenMarks(parts.join(''));
      expect(withoutUnseenMarks(once)).toBe(once);
    }),
  );
});

test.each([
  ['Jordan', true],
  ['李', true],
  ['🙂', true],
  ['-', true],
  ['', false],
  [' \u00a0', false],
  ['\u3164', false],
  ['\uffa0\u115f', false],
  ['\u2800', false],
  ['\ufe0f', false],
  ['\u0301', false],
])('isVisible of %j is %s', (text, is) => {
  expect(isVisible(text)).toBe(is);
});
