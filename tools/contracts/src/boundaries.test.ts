import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { boundaryRules, roomHomes, roomLines, roomsAbove, type RoomHome } from './boundary-rules.ts';
import { cruiseRepository, sourceFiles } from './cruise-repository.ts';

const source = (...imports: readonly string[]): string =>
  [...imports.map((target) => `import '${target}';`), 'export const value = 1;'].join('\n');

const roomsOf = (home: RoomHome): string[] => roomLines[home].flat();

const roomFiles = (home: RoomHome): [string, string][] =>
  roomsOf(home).map((room) => [`${roomHomes[home]}/${room}/own.ts`, source()]);

const manifestOf = (library: string): [string, string] => [
  `libs/${library}/package.json`,
  `{ "name": "@pas/${library}", "type": "module", "exports": { "./*": "./src/*.ts" } }`,
];

/** A small repository with the layout of this one, which keeps every rule. */
const clean: Record<string, string> = {
  ...Object.fromEntries(['platform', 'shared', 'testing'].map(manifestOf)),
  ...Object.fromEntries(roomFiles('platform')),
  ...Object.fromEntries(roomFiles('shared')),
  ...Object.fromEntries(roomFiles('imports')),
  'libs/shared/src/models/unit.ts': source('@pas/platform/mongo/own'),
  'libs/platform/src/http/define-route.ts': source('../context/own.ts'),
  'libs/platform/src/events/bus.ts': source('nats'),
  'libs/testing/src/free-port.ts': source('./wait-until.ts'),
  'libs/testing/src/wait-until.ts': source(),
  'clients/typescript/src/index.ts': source('./runtime/call.ts'),
  'clients/typescript/src/runtime/call.ts': source(),
  'services/admin/src/main.ts': source('./app.ts'),
  'services/admin/src/app.ts': source('./routes.ts'),
  'services/admin/src/config.ts': source(),
  'services/admin/src/routes.ts': source('./resources/units/units.routes.ts'),
  'services/admin/src/resources/units/units.routes.ts': source(
    './ensure-unit.ts',
    '@pas/platform/http/define-route',
  ),
  'services/admin/src/resources/units/ensure-unit.ts': source('@pas/shared/models/unit'),
  'services/admin/test/units.test.ts': source('../src/app.ts', '@pas/testing/free-port'),
  'services/gateway/src/app.ts': source(),
  'services/webhooks/package.json': '{ "name": "@pas/webhooks", "devDependencies": { "nats": "1.0.0" } }',
  'sandbox/src/start-sandbox.ts': source('@pas/shared/models/unit'),
  'tools/src/local-system/start.ts': source('../../../sandbox/src/start-sandbox.ts'),
};

type Plant = readonly [file: string, imported: string];

/** Returns, for each room of a home, an import of a room that is not below it. */
function plantedInRooms(home: RoomHome): [string, Plant][] {
  return roomsOf(home).flatMap((room) => {
    const above = roomsAbove(home, room).at(-1);
    return above === undefined
      ? []
      : [[`${home}/${room}`, [`${roomHomes[home]}/${room}/own.ts`, `../${above}/own.ts`]]];
  });
}

/** Maps each rule to a file that breaks it and the file's import. */
const planted: Record<string, Plant> = {
  ...Object.fromEntries((Object.keys(roomHomes) as RoomHome[]).flatMap(plantedInRooms)),
  'no-circular-import': ['libs/testing/src/wait-until.ts', './free-port.ts'],
  'no-unresolvable-import': ['libs/shared/src/models/unit.ts', './nowhere.ts'],
  'services-are-apart': ['services/admin/src/app.ts', '../../gateway/src/app.ts'],
  'services-need-only-libraries': ['services/admin/src/app.ts', '../../../tools/src/local-system/start.ts'],
  'platform-needs-nobody': ['libs/platform/src/http/own.ts', '@pas/shared/models/unit'],
  'platform-rooms-are-listed': ['libs/platform/src/helpers/own.ts', '../http/own.ts'],
  'shared-needs-platform-alone': [
    'libs/shared/src/models/unit.ts',
    '../../../../services/gateway/src/app.ts',
  ],
  'shared-rooms-are-listed': ['libs/shared/src/helpers/own.ts', '../models/own.ts'],
  'testing-needs-libraries-alone': ['libs/testing/src/own.ts', '../../../services/gateway/src/app.ts'],
  'clients-are-alone': ['clients/typescript/src/index.ts', '@pas/platform/http/own'],
  'sandbox-is-outside': ['services/gateway/src/app.ts', '../../../sandbox/src/start-sandbox.ts'],
  'bus-alone-knows-nats': ['services/admin/src/app.ts', 'nats'],
  'nobody-imports-main': ['tools/src/local-system/start.ts', '../../../services/admin/src/main.ts'],
  'resources-below-app': ['services/admin/src/resources/units/units.routes.ts', '../../config.ts'],
  'operations-below-routes': ['services/admin/src/resources/units/ensure-unit.ts', './units.routes.ts'],
  'production-needs-no-tests': ['services/gateway/src/app.ts', '@pas/testing/free-port'],
  'images-have-their-packages': ['services/webhooks/src/app.ts', 'nats'],
};

/** An import of types only, which no compiled program contains. */
const typesOnly: Plant = ['libs/shared/src/models/typed.ts', '../../../../services/gateway/src/app.ts'];

/** Returns the path of an import from the repository's root, as a survey names it. */
function targetOf([file, imported]: Plant): string {
  if (imported === 'nats') return 'node_modules/nats/index.js';
  if (imported === './nowhere.ts') return imported;
  const library = /^@pas\/(\w+)\/(.+)$/.exec(imported);
  if (library) return `libs/${library[1]}/src/${library[2]}.ts`;
  return posix.join(posix.dirname(file), imported);
}

/** Imports of each planted file. */
const importsByFile = Object.entries(Object.groupBy(Object.values(planted), ([file]) => file)).map(
  ([file, plants = []]) => [file, plants.map(([, imported]) => imported)] as const,
);

describe('the boundaries', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'property-access-'));
    for (const [file, content] of Object.entries(clean)) write(file, content);
    write('node_modules/nats/package.json', '{ "name": "nats", "type": "module", "exports": "./index.js" }');
    write('node_modules/nats/index.js', 'export const connect = 1;');
    mkdirSync(join(root, 'node_modules/@pas'));
    for (const library of ['platform', 'shared', 'testing'])
      symlinkSync(join(root, 'libs', library), join(root, 'node_modules/@pas', library));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('accept a repository that keeps them, after reading all of it', async () => {
    const survey = await cruiseRepository(root);
    const written = Object.keys(clean).filter((file) => file.endsWith('.ts')).length;
    expect(survey).toEqual({ files: written, violations: [] });
  });

  test('have a planted violation for each rule', () => {
    expect(new Set(Object.keys(planted))).toEqual(new Set(boundaryRules.map(({ name }) => name)));
  });

  test('report each violation at its import', async () => {
    for (const [file, imports] of importsByFile) write(file, source(...imports));
    const [typedFile, typed] = typesOnly;
    write(typedFile, `import type { value } from '${typed}'; export type V = typeof value;`);
    const { violations } = await cruiseRepository(root);
    const plants = [...Object.entries(planted), ['shared-needs-platform-alone', typesOnly] as const];
    // A circle is reported once, from any of its files.
    const isSeen = (rule: string, ends: readonly string[]): boolean =>
      violations.some((found) => found.rule === rule && ends.includes(found.from) && ends.includes(found.to));
    const unseen = plants.filter(([rule, plant]) => !isSeen(rule, [plant[0], targetOf(plant)]));
    expect(unseen).toEqual([]);
  });

  test('fail when no file was read', async () => {
    await expect(cruiseRepository(join(root, 'node_modules'))).rejects.toThrow(
      '0 of 0 source files were read',
    );
  });

  test('reach every source file of this repository', () => {
    const repository = join(import.meta.dirname, '../../..');
    const exclude = ['**/node_modules', '.*'];
    const all = globSync('*/**/*.{ts,tsx}', { cwd: repository, exclude });
    expect(all.length).toBeGreaterThan(100);
    expect(new Set(sourceFiles(repository))).toEqual(new Set(all));
  });

  function write(file: string, content: string): void {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
});
