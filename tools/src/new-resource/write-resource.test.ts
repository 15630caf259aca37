import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRepository } from './copy-repository.ts';
import { nameForms } from './name-forms.ts';
import { runInCopy } from './run-in-copy.ts';
import { writeResource } from './write-resource.ts';

// The long form is in write-resource.long.test.ts. It also runs the other checks, such as the types, and the service
// tests of all routes.

const forms = nameForms('parking-spots', 'onboarding');

let copy: string;
let paths: string[];
beforeAll(async () => {
  copy = copyRepository();
  const { files, lists } = writeResource(copy, forms);
  paths = [...files, ...lists];
  await runInCopy(copy, ['node_modules/.bin/oxfmt', ...paths]);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(copy, path), 'utf8');

test('no file has a placeholder', () => {
  const placeholders = /\{(?:id-|kebab|snake|[Pp]lural|[Ss]ingular|area|Title)/;
  expect(paths.filter((path) => placeholders.test(read(path)))).toEqual([]);
});

test('the new files and the extended lists have no lint', async () => {
  const command = ['node_modules/.bin/oxlint', '--deny-warnings', ...paths] as const;
  await expect(runInCopy(copy, command)).resolves.toBeUndefined();
});

test('the new files are in plain language', async () => {
  const command = ['node', 'tools/src/plain-language/main.ts', ...paths] as const;
  await expect(runInCopy(copy, command)).resolves.toBeUndefined();
});

test('no file is overwritten, and no prefix of ids is used twice', () => {
  expect(() => writeResource(copy, forms)).toThrow('exists already');
  expect(() => writeResource(copy, { ...nameForms('leases', 'onboarding'), 'id-prefix': 'unit' })).toThrow(
    'Another entity has this prefix',
  );
});
