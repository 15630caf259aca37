import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { boundaryRules } from './boundary-rules.ts';
import { cruiseRepository } from './cruise-repository.ts';

const source = (...imports: readonly string[]): string =>
  [...imports.map((target) => `import '${target}';`), 'export const value = 1;'].join('\n');

/** A small repository of this one's shape that keeps every rule. */
const clean: Record<string, string> = {
  'libs/shared/package.json':
    '{ "name": "@pas/shared", "type": "module", "exports": { "./*": "./src/*.ts" } }',
  'libs/shared/src/models/unit.ts': source(),
  'libs/shared/src/http/define-route.ts': source('../models/unit.ts'),
  'libs/shared/src/lists/list-rows.ts':
    "import type { value } from '../http/define-route.ts'; export type Value = typeof value;",
  'libs/shared/src/events/bus.ts': source('nats'),
  'libs/shared/src/testing/free-port.ts': source(),
  'services/admin/src/main.ts': source('./app.ts'),
  'services/admin/src/app.ts': source('./routes.ts'),
  'services/admin/src/routes.ts': source('./resources/units/units.routes.ts'),
  'services/admin/src/resources/units/units.routes.ts': source(
    './ensure-unit.ts',
    '@pas/shared/http/define-route',
  ),
  'services/admin/src/resources/units/ensure-unit.ts': source('@pas/shared/models/unit'),
  'services/admin/test/units.test.ts': source('../src/app.ts', '@pas/shared/testing/free-port'),
  'services/gateway/src/app.ts': source(),
  'sandbox/src/start-sandbox.ts': source('@pas/shared/models/unit'),
  'tools/src/local-system/start.ts': source('../../../sandbox/src/start-sandbox.ts'),
};

/** By rule, the file that breaks it and what that file imports. */
const planted: Record<string, readonly [file: string, imported: string]> = {
  'no-circular-import': ['libs/shared/src/models/unit.ts', '../http/define-route.ts'],
  'no-unresolvable-import': ['libs/shared/src/models/unit.ts', './nowhere.ts'],
  'services-are-apart': ['services/admin/src/app.ts', '../../gateway/src/app.ts'],
  'services-need-only-shared': ['services/admin/src/app.ts', '../../../tools/src/local-system/start.ts'],
  'shared-needs-nobody': ['libs/shared/src/models/unit.ts', '../../../../services/gateway/src/app.ts'],
  'sandbox-is-outside': ['services/gateway/src/app.ts', '../../../sandbox/src/start-sandbox.ts'],
  'bus-alone-knows-nats': ['services/admin/src/app.ts', 'nats'],
  'nobody-imports-main': ['tools/src/local-system/start.ts', '../../../services/admin/src/main.ts'],
  'resources-below-app': ['services/admin/src/resources/units/units.routes.ts', '../../config.ts'],
  'operations-below-routes': ['services/admin/src/resources/units/ensure-unit.ts', './units.routes.ts'],
  'models-below-http': ['libs/shared/src/models/unit.ts', '../http/define-route.ts'],
  'stores-below-http': ['libs/shared/src/lists/list-rows.ts', '../http/define-route.ts'],
  'production-needs-no-tests': ['services/gateway/src/app.ts', '@pas/shared/testing/free-port'],
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
    symlinkSync(join(root, 'libs/shared'), join(root, 'node_modules/@pas/shared'));
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
    expect(violations).toContainEqual(expect.objectContaining({ rule: 'shared-needs-nobody' }));
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
