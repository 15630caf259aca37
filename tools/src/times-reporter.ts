import { writeSync } from 'node:fs';

import type { Reporter, TestModule } from 'vitest/node';

/** Cost of one test file, in milliseconds. */
export interface FileTime {
  readonly project: string;
  /** Top folders of its path, such as `services/admin` or `e2e/browser`. */
  readonly packageName: string;
  readonly path: string;
  readonly tests: number;
  /** Time of imports, hooks and tests. */
  readonly ms: number;
  readonly importMs: number;
}

const slowestFiles = 20;

/** Prints the time per project and package, and the slowest files, after a run of several files. */
export class TimesReporter implements Reporter {
  #startedAt = Date.now();

  onTestRunStart(): void {
    this.#startedAt = Date.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const lines = timeLines(modules.map(timeOf), Date.now() - this.#startedAt);
    writeSync(1, `\n${lines.join('\n')}\n`);
  }
}

/** @param wallMs from the first to the last test */
export function timeLines(files: readonly FileTime[], wallMs: number): readonly string[] {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, slowestFiles);
  return [
    ...table('project', files, ({ project }) => project),
    ...table('package', files, ({ packageName }) => packageName),
    'slowest files',
    ...slowest.map(({ path, ms }) => `${seconds(ms)}  ${path}`),
    `from the first to the last test: ${seconds(wallMs).trim()}`,
  ];
}

function timeOf(module: TestModule): FileTime {
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } =
    module.diagnostic();
  const importMs = collectDuration + prepareDuration + environmentSetupDuration;
  const path = module.relativeModuleId;
  return {
    project: module.project.name,
    packageName: path.split('/').slice(0, 2).join('/'),
    path,
    tests: Array.from(module.children.allTests()).length,
    ms: importMs + setupDuration + duration,
    importMs,
  };
}

function table(
  heading: string,
  files: readonly FileTime[],
  groupOf: (file: FileTime) => string,
): readonly string[] {
  const groups = Object.entries(Object.groupBy(files, groupOf)).map(([name, members = []]) => ({
    name,
    files: members.length,
    tests: sum(members, ({ tests }) => tests),
    ms: sum(members, ({ ms }) => ms),
    importMs: sum(members, ({ importMs }) => importMs),
  }));
  groups.sort((a, b) => b.ms - a.ms);
  const head = `${heading.padEnd(24)}${['files', 'tests', 'seconds', 'imports'].map((word) => word.padStart(9)).join('')}`;
  const rows = groups.map(
    ({ name, files: count, tests, ms, importMs }) =>
      name.padEnd(24) +
      [String(count), String(tests), seconds(ms), seconds(importMs)].map((cell) => cell.padStart(9)).join(''),
  );
  return [head, ...rows, ''];
}

const sum = (files: readonly FileTime[], of: (file: FileTime) => number): number =>
  files.reduce((total, file) => total + of(file), 0);

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8);
