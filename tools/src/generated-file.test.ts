import { expect, test } from 'vitest';
import { compareFile } from './generated-file.ts';

test('a file equal to its sources is not stale', () => {
  expect(compareFile({ path: 'docs/a.md', content: 'a\n' }, 'a\n')).toBeNull();
});

test('a stale file names the first line that differs, both ways', () => {
  expect(compareFile({ path: 'docs/a.md', content: 'a\nB\n' }, 'a\nb\n')).toEqual({
    path: 'docs/a.md',
    line: 2,
    committed: 'b',
    generated: 'B',
  });
});

test('a missing file is stale from its first line, a file that lost its end at that end', () => {
  expect(compareFile({ path: 'docs/a.md', content: 'a\n' }, null)).toMatchObject({
    line: 1,
    committed: null,
  });
  expect(compareFile({ path: 'docs/a.md', content: 'a\nb\n' }, 'a\n')).toMatchObject({
    line: 2,
    generated: 'b',
  });
});
