import { expect, test } from 'vitest';
import { timeLines, type FileTime } from './times-reporter.ts';

const fileOf = (path: string, ms: number, project = 'unit'): FileTime => ({
  project,
  packageName: path.split('/').slice(0, 2).join('/'),
  path,
  tests: 2,
  ms,
  importMs: ms / 2,
});

/** Returns the cells of the line that starts with a name. */
const rowOf = (lines: readonly string[], name: string): string[] | undefined =>
  lines
    .find((line) => line.startsWith(`${name} `))
    ?.trim()
    .split(/ +/);

test('a run is summarized by project and package: files, tests, seconds, imports', () => {
  const files = [
    fileOf('tools/src/a.test.ts', 1000),
    fileOf('libs/shared/b.test.ts', 3000),
    fileOf('libs/shared/c.test.ts', 5000, 'service'),
  ];
  const lines = timeLines(files, 6000);
  expect(rowOf(lines, 'unit')).toEqual(['unit', '2', '4', '4.0', '2.0']);
  expect(rowOf(lines, 'service')).toEqual(['service', '1', '2', '5.0', '2.5']);
  expect(rowOf(lines, 'libs/shared')).toEqual(['libs/shared', '2', '4', '8.0', '4.0']);
  expect(lines.at(-1)).toBe('from the first to the last test: 6.0');
});

test('the slowest files are listed first, at most twenty', () => {
  const files = Array.from({ length: 30 }, (_, index) => fileOf(`tools/src/${index}.test.ts`, index * 1000));
  const listed = timeLines(files, 0).filter((line) => line.endsWith('.test.ts'));
  expect(listed).toHaveLength(20);
  expect(listed[0]?.trim()).toBe('29.0  tools/src/29.test.ts');
});
