import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRepository } from './copy-repository.ts';
import { runInCopy, type CheckCommand } from './run-in-copy.ts';

let copy: string;
beforeAll(async () => {
  copy = copyRepository();
  const command = ['node', 'tools/src/new-resource/main.ts', 'parking-spots', '--prefix', 'spot'] as const;
  await runInCopy(copy, command);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

// No command is pnpm: it would install packages in the copy, and link those of the repository to it.
const checks: Readonly<Record<string, CheckCommand>> = {
  lint: ['node_modules/.bin/oxlint', '--type-aware', '--deny-warnings'],
  format: ['node_modules/.bin/oxfmt', '--check'],
  types: ['node_modules/.bin/tsc', '--noEmit'],
  'types of the pages': ['node_modules/.bin/tsc', '--noEmit', '--project', 'apps/web'],
  boundaries: ['node', 'tools/contracts/src/boundaries.ts'],
  'generated files': ['node', 'tools/src/generated.ts', '--check'],
  'API descriptions': ['tools/node_modules/.bin/redocly', 'lint', '--config', 'tools/redocly.yaml'],
  unused: ['node_modules/.bin/knip'],
};

test.each(Object.entries(checks))('a new resource passes the check %s', async (_name, command) => {
  await expect(runInCopy(copy, command)).resolves.toBeUndefined();
});

/** Tests that cover all resources, events or collections, and the tests of the new one. */
const suites = [
  'services/admin/test/parking-spots.test.ts',
  'services/admin/test/route-attacks.test.ts',
  'services/admin/test/route-writes.test.ts',
  'services/admin/test/query-plans.test.ts',
  'services/admin/test/changes.test.ts',
  'services/admin/test/conventions.test.ts',
  'services/admin/test/has-children.test.ts',
  'services/admin/test/expensive-reads.test.ts',
  'libs/shared/test/mongo/user-rights.test.ts',
  'libs/shared/src/models',
  'libs/shared/src/events',
  'libs/shared/src/personal',
  'libs/shared/src/principal',
  'apps/web/src/console/keys/scopes.test.ts',
  'tools/src/openapi',
  'tools/src/clients',
  'tools/src/asyncapi.test.ts',
  'tools/src/number-bounds.test.ts',
  'tools/src/mounted-routes.test.ts',
  'tools/src/audit-writers.test.ts',
  'tools/src/plain-language',
];

// Each of thousands of requests waits for the store.
const suitesMs = 1_800_000;

test(
  'a new resource passes its tests and those of all routes, models and events',
  async () => {
    const command = ['node_modules/.bin/vitest', 'run', ...suites] as const;
    await expect(runInCopy(copy, command)).resolves.toBeUndefined();
  },
  suitesMs,
);
