import { appendFileSync, writeSync } from 'node:fs';

import type { Reporter, TestModule } from 'vitest/node';

/** How many tests ended in which way. */
interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface ReportOptions {
  /** Takes the counts as one line `passed failed skipped` instead of the closing line, for a caller that adds up. */
  readonly countsFile: string | undefined;
}

/**
 * Ends a test run with `N passed, N failed` (and `, N skipped`) alone on its line.
 *
 * It is written when the process exits, since Vitest itself and closing servers still print after the last test.
 */
export class ClosingLineReporter implements Reporter {
  #counts: TestCounts = { passed: 0, failed: 0, skipped: 0 };
  readonly #countsFile: string | undefined;

  constructor({ countsFile }: ReportOptions) {
    this.#countsFile = countsFile;
  }

  onInit(): void {
    process.once('exit', () => {
      // A run that executed nothing has proved nothing, so it must not look like success.
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
    // Synchronous: an exiting process drops what a stream still holds.
    else writeSync(1, `${closingLine(this.#counts)}\n`);
  }
}

/** Words the counts; skipped tests are named only when there are any. */
function closingLine({ passed, failed, skipped }: TestCounts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}

/**
 * Counts tests by outcome; a file that fails without a failed test (its import or a hook did) counts as one failure,
 * and so does each error outside of any test.
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
