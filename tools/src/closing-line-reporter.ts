import { appendFileSync, writeSync } from 'node:fs';

import type { Reporter, TestModule } from 'vitest/node';

/** Number of tests by outcome. */
interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface ReportOptions {
  /**
   * File for the counts as one line `passed failed skipped`, for a caller that sums several runs. Replaces the closing
   * line.
   */
  readonly countsFile: string | undefined;
}

/**
 * Ends a test run with `N passed, N failed` (and `, N skipped`) on its own line. It writes at process exit, since
 * Vitest and closing servers print after the last test.
 */
export class ClosingLineReporter implements Reporter {
  #counts: TestCounts = { passed: 0, failed: 0, skipped: 0 };
  readonly #countsFile: string | undefined;

  constructor({ countsFile }: ReportOptions) {
    this.#countsFile = countsFile;
  }

  onInit(): void {
    process.once('exit', () => {
      // A run without executed tests must fail.
      if (this.#counts.passed + this.#counts.failed === 0) process.exitCode ||= 1;
      this.#write();
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#counts = countTests(modules, unhandledErrors.length);
  }

  #write(): void {
    const { passed, failed, skipped } = this.#counts;
    if (this.#countsFile) appendFileSync(this.#countsFile, `${passed} ${failed} ${skipped}\n`);
    // Synchronous, because an exiting process drops buffered output of a stream.
    else writeSync(1, `${closingLine(this.#counts)}\n`);
  }
}

/** Formats the counts. It mentions skipped tests only if there are any. */
function closingLine({ passed, failed, skipped }: TestCounts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}

/**
 * Counts tests by outcome. A file with a failed import or hook counts as one failure, like each error outside of tests.
 */
function countTests(modules: readonly TestModule[], unhandledErrors: number): TestCounts {
  const perModule = modules.map(countModule);
  const sum = (outcome: keyof TestCounts): number =>
    perModule.reduce((total, counts) => total + counts[outcome], 0);
  return { passed: sum('passed'), failed: sum('failed') + unhandledErrors, skipped: sum('skipped') };
}

function countModule(module: TestModule): TestCounts {
  const states = Array.from(module.children.allTests(), (test) => test.result().state);
  const count = (state: string): number => states.filter((each) => each === state).length;
  const failedTests = count('failed');
  const failedAsWhole = failedTests === 0 && !module.ok() ? 1 : 0;
  return { passed: count('passed'), failed: failedTests + failedAsWhole, skipped: count('skipped') };
}
