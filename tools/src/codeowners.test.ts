import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './generated-file.ts';

const paths = readFileSync(join(repository, 'CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('/'))
  .map((line) => line.split(/\s+/)[0]?.slice(1) ?? '');

test('every folder with a package has owners of its own', () => {
  const packages = globSync('{libs,services,apps}/*', { cwd: repository });
  const unowned = [...packages, 'sandbox', 'e2e', 'tools'].filter((folder) => !paths.includes(`${folder}/`));
  expect(unowned).toEqual([]);
});

test('nothing is owned that is not there', () => {
  const missing = paths.filter((path) => globSync(path.replace(/\/$/, ''), { cwd: repository }).length === 0);
  expect(missing).toEqual([]);
});
