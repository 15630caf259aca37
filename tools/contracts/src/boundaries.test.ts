import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { boundaryRules, roomLines, roomsAbove } from './boundary-rules.ts';
import { cruiseRepository } from './cruise-repository.ts';

const source = (...imports: readonly string[]): string =>
  [...imports.map((target) => `import '${target}';`), 'export const value = 1;'].join('\n');

const roomsOf = (library: 'platform' | 'shared'): string[] => roomLines[library].flat();

const roomFiles = (library: 'platform' | 'shared'): [string, string][] =>
  roomsOf(library).map((room) => [`libs/${library}/src/${room}/own.ts`, source()]);

const manifestOf = (library: string): [string, string] => [
  `libs/${library}/package.json`,
  `{ "name": "@pas/${library}", "type": "module", "exports": { "./*": "./src/*.ts" } }`,
];

/** A small repository of this one's shape that keeps every rule. */
const clean: Record<string, string> = {
  ...Object.fromEntries(['platform', 'shared', 'testing'].map(manifestOf)),
  ...Object.fromEntries(roomFiles('platform')),
  ...Object.fromEntries(roomFiles('shared')),
  'libs/shared/src/models/unit.ts': source('@pas/platform/mongo/own'),
  'libs/platform/src/http/define-route.ts': source('../context/own.ts'),
  'libs/platform/src/events/bus.ts': source('nats'),
  'libs/testing/src/free-port.ts': source(),
  'services/admin/src/main.ts': source('./app.ts'),
  'services/admin/src/app.ts': source('./routes.ts'),
  'services/admin/src/routes.ts': source('./resources/units/units.routes.ts'),
  'services/admin/src/resources/units/units.routes.ts': source(
    './ensure-unit.ts',
    '@pas/platform/http/define-route',
  ),
  'services/admin/src/resources/units/ensure-unit.ts': source('@pas/shared/models/unit'),
  'services/admin/test/units.test.ts': source('../src/app.ts', '@pas/testing/free-port'),
  'services/gateway/src/app.ts': source(),
  'sandbox/src/start-sandbox.ts': source('@pas/shared/models/unit'),
  'tools/src/local-system/start.ts': source('../../../sandbox/src/start-sandbox.ts'),
};

/** For each room of a library, an import of a room that is not below it. */
function plantedInRooms(library: 'platform' | 'shared'): [string, readonly [string, string]][] {
  return roomsOf(library).flatMap((room) => {
    const above = roomsAbove(library, room).at(-1);
    return above === undefined
      ? []
      : [[`${library}/${room}`, [`libs/${library}/src/${room}/own.ts`, `../${above}/own.ts`]]];
  });
}

/** By rule, the file that breaks it and what that file imports. */
const planted: Record<string, readonly [file: string, imported: string]> = {
  ...Object.fromEntries([...plantedInRooms('platform'), ...plantedInRooms('shared')]),
  'no-circular-import': ['libs/platform/src/context/own.ts', '../http/define-route.ts'],
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
  'sandbox-is-outside': ['services/gateway/src/app.ts', '../../../sandbox/src/start-sandbox.ts'],
  'bus-alone-knows-nats': ['services/admin/src/app.ts', 'nats'],
  'nobody-imports-main': ['tools/src/local-system/start.ts', '../../../services/admin/src/main.ts'],
  'resources-below-app': ['services/admin/src/resources/units/units.routes.ts', '../../config.ts'],
  'operations-below-routes': ['services/admin/src/resources/units/ensure-unit.ts', './units.routes.ts'],
  'production-needs-no-tests': ['services/gateway/src/app.ts', '@pas/testing/free-port'],
};

describe('the boundaries', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'property-access-'));
    for (const [file, content] of Object.entries(clean)) write(file, content);
    write('services/admin/src/config.ts', source());
    write('node_modules/nats/package.json', '{ "name": "nats", "type": "module", "exports": "./index.js" }');
    write('node_modules/nats/index.js', 'export const connect = 1;');
    mkdirSync(join(root, 'node_modules/@pas'));
    for (const library of ['platform', 'shared', 'testing'])
      symlinkSync(join(root, 'libs', library), join(root, 'node_modules/@pas', library));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('let a repository pass that keeps them, having read all of it', async () => {
    const survey = await cruiseRepository(root);
    const written = Object.keys(clean).filter((file) => file.endsWith('.ts')).length + 1;
    expect(survey).toEqual({ files: written, violations: [] });
  });

  test('have a planted violation for each rule', () => {
    expect(new Set(Object.keys(planted))).toEqual(new Set(boundaryRules.map(({ name }) => name)));
  });

  test.each(Object.entries(planted))('%s is seen when it is broken', async (rule, [file, imported]) => {
    write(file, source(imported));
    const { violations } = await cruiseRepository(root);
    // A circle is told once, from either of its files.
    const seen = violations
      .filter((violation) => violation.rule === rule)
      .flatMap(({ from, to }) => [from, to]);
    expect(seen).toContain(file);
  });

  test('see an import of types alone', async () => {
    write(
      'libs/shared/src/models/unit.ts',
      "import type { value } from '../../../../services/gateway/src/app.ts'; export type V = typeof value;",
    );
    const { violations } = await cruiseRepository(root);
    expect(violations).toContainEqual(expect.objectContaining({ rule: 'shared-needs-platform-alone' }));
  });

  test('do not pass where nothing was read', async () => {
    await expect(cruiseRepository(join(root, 'node_modules'))).rejects.toThrow('no source file was read');
  });

  test('reach all of this repository', async () => {
    const { files } = await cruiseRepository(join(import.meta.dirname, '../../..'));
    expect(files).toBeGreaterThan(100);
  });

  function write(file: string, content: string): void {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
});
