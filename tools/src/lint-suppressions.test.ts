import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const suppression =
  /(oxlint|eslint|knip|v8)-(disable|ignore)|@ts-(ignore|nocheck|expect-error)|c8 ignore|v8 ignore/;

test('no comment in a source file disables a check', () => {
  const files = globSync('{apps,bench,clients,e2e,libs,sandbox,services,tools}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', 'tools/src/lint-suppressions.test.ts'],
  });
  expect(files.length).toBeGreaterThan(100);
  const suppressed = files.filter((file) => suppression.test(readFileSync(join(root, file), 'utf8')));
  expect(suppressed).toEqual([]);
});
