import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repository } from '../generated-file.ts';
import { nameForms } from './name-forms.ts';
import { writeResource } from './write-resource.ts';

/** Files with the lists. */
const lists = [
  'services/admin/src/routes.ts',
  'services/admin/test/rival-rows.ts',
  'libs/shared/src/models',
  'libs/shared/src/ids',
  'libs/shared/src/principal',
  'libs/shared/src/events',
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'new-resource-'));
  for (const path of lists) cpSync(join(repository, path), join(root, path), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('a new resource has a folder, a model, a test and a line in each present list', () => {
  const written = writeResource(root, nameForms('parking-spots', 'onboarding'));
  expect(written.files).toHaveLength(7);
  for (const file of written.files)
    expect(read(file)).not.toMatch(/\{(?:id-|kebab|snake|[Pp]lural|[Ss]ingular|area)/);
  expect(read('services/admin/src/routes.ts')).toMatch(/return \[[^\]]*\.\.\.parkingSpotRoutes,/);
  expect(read('libs/shared/src/models/all-models.ts')).toContain("import './parking-spot.ts';");
  expect(read('libs/shared/src/ids/id.ts')).toMatch(/parkingSpot: '\w+',/);
  expect(read('libs/shared/src/principal/scopes.ts')).toContain("'parking-spots',");
  expect(read('libs/shared/src/events/areas/onboarding.ts')).toContain('parking_spot.created');
  expect(read('services/admin/test/rival-rows.ts').match(/path: 'parking-spots'/g)).toHaveLength(1);
  expect(read('libs/shared/src/events/traffic.ts')).toContain("parking_spot.created': ['admin'],");
  expect(written.lists).toHaveLength(7);
  for (const list of written.lists) expect(read(list)).not.toContain('{id-prefix}');
});

/** Returns the target of an import of our own code, from the repository's root. */
function targetOf(importer: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  const [, library, path] = /^@pas\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  return library === undefined ? null : `libs/${library}/src/${path}.ts`;
}

test('all imports of the new files exist', () => {
  const { files } = writeResource(root, nameForms('parking-spots', 'onboarding'));
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => targetOf(file, specifier)),
  );
  const missing = imported.filter(
    (path) => path !== null && !existsSync(join(root, path)) && !existsSync(join(repository, path)),
  );
  expect(missing).toEqual([]);
});

test('no file is overwritten', () => {
  writeResource(root, nameForms('leases', 'onboarding'));
  expect(() => writeResource(root, nameForms('leases', 'onboarding'))).toThrow('exists already');
});
