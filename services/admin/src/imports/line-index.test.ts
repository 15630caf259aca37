import { expect, test } from 'vitest';
import { createLineIndex } from './line-index.ts';

test('finds the first line of each text, also after the index has grown', () => {
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
