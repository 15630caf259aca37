import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { ClosingLineReporter } from './tools/src/closing-line-reporter.ts';
import { SlowestFirst } from './tools/src/slowest-first.ts';
import { TimesReporter } from './tools/src/times-reporter.ts';

const packages = '{libs,services,apps,clients,sandbox,tools,bench}';
const ownProcess = `${packages}/**/*.own-process.test.ts`;
const web = 'apps/web/**/*.test.ts';
const serviceTests = ['{services,apps,libs}/*/test/**/*.test.ts', '{tools,bench}/test/**/*.test.ts'];
const notModules = '**/node_modules/**';

/** Drills of minutes run only with `script/test --all`; each has a short form among the others. */
const hasLongDrills = process.env['TEST_ALL'] === '1';
const long = '**/*.long.test.ts';

/** Whether the command line asks for an order of its own, such as `--sequence.shuffle.files`. */
const hasOrder = process.argv.some((argument) => argument.startsWith('--sequence.'));

const cores = Math.max(2, availableParallelism() - 1);
/** Tests of services wait for their stores and for time-outs. Each worker costs the import of all modules. */
const waiting = 3 * cores;

/** Young objects stay in memory of their own for longer, which saves a tenth of the processor's time. */
const fewerCollections = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** Node loads the modules, once per worker. Vite would load them for each file, and binds names slower. */
const native = { viteModuleRunner: false, nodeLoader: false };

const stores = './libs/testing/src/global-setup.ts';
const system = './e2e/shared-system/global-setup.ts';

/** Limits that end what hangs, on a machine however busy. No test depends on speed. */
const inProcess = { testTimeout: 300_000, hookTimeout: 300_000 };
const onSystem = { testTimeout: 600_000, hookTimeout: 600_000 };

/** @param order groups run one after another */
const project = (order: number, test: object) => ({
  extends: true as const,
  test: {
    exclude: [notModules],
    sequence: { groupOrder: order },
    execArgv: fewerCollections,
    experimental: native,
    ...test,
  },
});

const defaultProjects = [
  // Files of one worker share its modules, services and databases (`libs/testing`).
  project(0, {
    name: 'unit',
    include: [`${packages}/**/*.test.ts`],
    exclude: [notModules, ...serviceTests, web, ownProcess, long],
    isolate: false,
    maxWorkers: cores,
    ...inProcess,
  }),
  project(0, {
    name: 'web',
    include: [web],
    // Pages need Vite's resolution.
    experimental: {},
    isolate: false,
    maxWorkers: cores,
    ...inProcess,
  }),
  project(1, {
    name: 'service',
    include: serviceTests,
    exclude: [notModules, ownProcess, long],
    globalSetup: stores,
    isolate: false,
    maxWorkers: waiting,
    ...inProcess,
  }),
  project(2, {
    name: 'own-process',
    include: [ownProcess],
    globalSetup: stores,
    maxWorkers: waiting,
    ...inProcess,
  }),
  project(3, {
    name: 'e2e',
    include: ['e2e/**/*.test.ts'],
    exclude: [notModules, 'e2e/alone/**', long],
    globalSetup: system,
    isolate: false,
    // Tests of calls, doors and mails mostly wait: four workers keep two cores busy.
    maxWorkers: cores + 2,
    ...onSystem,
  }),
  // Tests that kill, stop or reconfigure shared parts run one file after another.
  project(4, {
    name: 'e2e-alone',
    include: ['e2e/alone/**/*.test.ts'],
    exclude: [notModules, long],
    globalSetup: system,
    isolate: false,
    maxWorkers: 1,
    ...onSystem,
  }),
];

const longProjects = [
  project(5, {
    name: 'long',
    include: [`${packages}/${long}`],
    globalSetup: stores,
    maxWorkers: waiting,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  }),
  project(6, {
    name: 'e2e-long',
    include: [`e2e/${long}`],
    globalSetup: system,
    maxWorkers: 1,
    ...onSystem,
  }),
];

export default defineConfig({
  test: {
    reporters: [
      'default',
      new TimesReporter(),
      new ClosingLineReporter({ countsFile: process.env['TEST_COUNTS_FILE'] }),
    ],
    sequence: hasOrder ? {} : { sequencer: SlowestFirst },
    setupFiles: './libs/testing/src/setup-worker.ts',
    unstubEnvs: true,
    restoreMocks: true,
    expect: { poll: { timeout: 120_000 } },
    projects: [...defaultProjects, ...(hasLongDrills ? longProjects : [])],
  },
});
