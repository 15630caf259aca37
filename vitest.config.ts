import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { ClosingLineReporter } from './tools/src/closing-line-reporter.ts';

const serviceTests = ['{services,apps,libs}/*/test/**/*.test.ts', '{tools,bench}/test/**/*.test.ts'];
// Drills of many minutes, on clusters: `script/test --faults`.
const longDrills = process.env['TEST_FAULTS'] ? [] : ['e2e/**/*.faults.test.ts'];
const packages = '{libs,services,apps,sandbox,tools,bench}';

/** How often a test that fails is run again: `script/test` sets it for a whole run (docs/decisions/0026). */
const retry = Number(process.env['TEST_RETRIES'] ?? 0);

/** Also on two cores: a test waits for its servers longer than it computes. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLineReporter({ countsFile: process.env['TEST_COUNTS_FILE'] })],
    unstubEnvs: true,
    restoreMocks: true,
    retry,
    // No test is about speed, and Vitest's own limit is one second.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${packages}/**/*.test.ts`],
          exclude: ['**/node_modules/**', ...serviceTests],
          // No test is about speed: a limit only ends what hangs, on a machine however busy.
          testTimeout: 60_000,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: serviceTests,
          globalSetup: './libs/testing/src/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: './e2e/shared-system/global-setup.ts',
          exclude: ['**/node_modules/**', ...longDrills],
          // One running system serves them all, and timings would suffer from company.
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
