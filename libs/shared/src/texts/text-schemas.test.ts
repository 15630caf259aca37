import { expect, test } from 'vitest';
import { oneLine, textLines } from './text-schemas.ts';

const codesOf = (schema: ReturnType<typeof oneLine>, text: string) =>
  schema.safeParse(text).error?.issues.map(({ code }) => code);

test('a text is read without its marks', () => {
  expect(oneLine(6).parse(' \u202eJordan\u200b ')).toBe('Jordan');
});

test.each(['\u200b', '\u202e \u2066', '\u3164', '\u2800 \u2800', 'a\u0000b', 'a\nb', 'Jordans'])(
  'oneLine refuses %j with one problem',
  (text) => {
    expect(codesOf(oneLine(6), text)).toHaveLength(1);
  },
);

test('textLines reads breaks and tabs, and refuses other control characters', () => {
  expect(textLines(6).parse('a\r\n\tb')).toBe('a\r\n\tb');
  expect(codesOf(textLines(6), 'a\u0000b')).toEqual(['invalid_format']);
});

test('a text above the maximum length has only that problem', () => {
  expect(codesOf(oneLine(200), '\n'.repeat(201))).toEqual(['too_small']);
  expect(codesOf(oneLine(200), `x${'\n'.repeat(201)}x`)).toEqual(['too_big']);
});
