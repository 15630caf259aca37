import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../src/pages/error-codes.ts';
import { errorPage } from '../src/pages/error-page.ts';

const root = join(import.meta.dirname, '../../..');

/** How faults are raised, with the code in a group. */
const raised = [
  /\b(?:unauthenticated|forbidden|conflict|gone)\(\s*'([a-z_]+)'/g,
  /\bnew Fault\(\s*'[a-z_]+',\s*'([a-z_]+)'/g,
  /\binvalidField\([^)]*?,\s*'([a-z_]+)'/g,
  /\bunavailable\([^)]*?,\s*'([a-z_]+)'/g,
];

function raisedCodes(): Set<string> {
  const files = globSync(['services/*/src/**/*.ts', 'libs/{platform,shared}/src/**/*.ts'], { cwd: root });
  const sources = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  return new Set(
    sources.flatMap((source) =>
      raised.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')),
    ),
  );
}

describe('errorCodes', () => {
  test('explains every code that any service raises', () => {
    const explained = new Set(errorCodes.map(({ code }) => code));
    const codes = raisedCodes();
    expect(codes.size).toBeGreaterThan(20);
    expect([...codes].filter((code) => !explained.has(code))).toEqual([]);
  });

  test('tells a code once for each status', () => {
    const pairs = errorCodes.map(({ status, code }) => `${status} ${code}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  test('each code has one anchor on the page', () => {
    const anchors = [...errorPage().matchAll(/ id="([a-z_]+)"/g)].map((match) => match[1]);
    expect(anchors).toEqual([...new Set(errorCodes.map(({ code }) => code))]);
  });
});
