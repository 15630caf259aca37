import { expect, test } from 'vitest';
import { createLineIndex, createLineTexts } from './line-index.ts';

test('finds the first line of each text, before and after growth of the index', () => {
  const index = createLineIndex();
  const count = 5000;
  for (let line = 1; line <= count; line += 1) {
    index.keep(`person ${line}`, line);
    index.keep(`person ${line}`, line + 1);
  }
  const found = Array.from({ length: count }, (_, at) => index.find(`person ${at + 1}`));
  expect(found).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  expect(index.find('person 5001')).toBeUndefined();
});

test('compares the text of each line, before and after growth of the list', () => {
  const texts = createLineTexts();
  for (const line of [1, 2, 5000]) texts.keep(line, `home ${line}`);
  expect([1, 2, 5000].map((line) => texts.isSame(line, `home ${line}`))).toEqual([true, true, true]);
  expect([texts.isSame(2, 'home 1'), texts.isSame(3, ''), texts.isSame(9000, 'home 1')]).toEqual([
    false,
    false,
    false,
  ]);
});
