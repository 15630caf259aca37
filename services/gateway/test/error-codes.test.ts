import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, fieldCodes } from '@pas/shared/errors/error-codes';
import { describe, expect, test } from 'vitest';
import { errorPage } from '../src/pages/error-page.ts';

const root = join(import.meta.dirname, '../../..');
const codes = new Set(Object.values(errorCodes).flatMap((ofStatus) => Object.keys(ofStatus)));

/** Patterns of codes that the platform raises. The types of `errors/raise` check all other codes. */
const raised = [
  /\b(?:unauthenticated|forbidden|conflict|gone)\(\s*'([a-z_]+)'/g,
  /\bnew Fault\(\s*'[a-z_]+',\s*'([a-z_]+)'/g,
  /\binvalidAs\(\s*'([a-z_]+)'/g,
];

describe('the page of error codes', () => {
  test('explains the codes of the platform too', () => {
    const files = globSync(['services/*/src/**/*.ts', 'libs/platform/src/**/*.ts'], { cwd: root });
    const sources = files.map((file) => readFileSync(join(root, file), 'utf8'));
    const found = sources.flatMap((source) =>
      raised.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')),
    );
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((code) => !codes.has(code))).toEqual([]);
  });

  test('explains the codes of fields, too', () => {
    for (const [code, meaning] of Object.entries(fieldCodes)) {
      expect(errorPage()).toContain(`<td><code>${code}</code></td><td>${meaning}</td>`);
    }
  });

  test('has one anchor for each code', () => {
    const anchors = [...errorPage().matchAll(/ id="([a-z_]+)"/g)].map((match) => match[1] ?? '');
    expect(anchors).toHaveLength(codes.size);
    expect(new Set(anchors)).toEqual(codes);
  });
});
