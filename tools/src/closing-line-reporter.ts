import { execFileSync } from 'node:child_process';
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
  /** How long servers may take to close after the last test, in milliseconds; default three minutes. */
  readonly closeLimitMs?: number;
}

/**
 * Ends a test run with `N passed, N failed` (and `, N skipped`) alone on its line.
 *
 * It is written when the process exits, since Vitest itself and closing servers still print after the last test. Vitest
 * waits for its own close and for a global teardown without a limit. A process that has nothing open any more but its
 * own streams is ended after a few seconds; a teardown that never ends is ended at the limit, and the output says what
 * was open. The tests have their results by then, so it is no failure of theirs.
 */
export class ClosingLineReporter implements Reporter {
  #counts: TestCounts = { passed: 0, failed: 0, skipped: 0 };
  readonly #countsFile: string | undefined;
  readonly #closeLimitMs: number;

  constructor({ countsFile, closeLimitMs = 180_000 }: ReportOptions) {
    this.#countsFile = countsFile;
    this.#closeLimitMs = closeLimitMs;
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
    setTimeout(() => this.#endTeardown(), this.#closeLimitMs).unref();
    let idleSeconds = 0;
    const endIdle = (): void => {
      idleSeconds = hasNothingOpen() ? idleSeconds + 1 : 0;
      if (idleSeconds >= 5) process.exit();
    };
    setInterval(endIdle, 1_000).unref();
  }

  #endTeardown(): void {
    writeSync(2, `The servers of the tests have not closed in ${this.#closeLimitMs / 1000} s. Open are:\n`);
    writeSync(2, `${openResources()}\n`);
    process.exit();
  }

  #write(): void {
    const { passed, failed, skipped } = this.#counts;
    if (this.#countsFile) appendFileSync(this.#countsFile, `${passed} ${failed} ${skipped}\n`);
    // Synchronous: an exiting process drops what a stream still holds.
    else writeSync(1, `${closingLine(this.#counts)}\n`);
  }
}

/** Whether only the streams of this process itself are open: no server, no connection, no child process, no timer. */
const hasNothingOpen = (): boolean =>
  process.getActiveResourcesInfo().every((kind) => kind === 'PipeWrap' || kind === 'TTYWrap');

/** What keeps this process from its end: its child processes, and how many resources of each kind it has. */
function openResources(): string {
  const kinds = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind));
  const children = execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid,stat,etime,args'], {
    encoding: 'utf8',
  });
  return [...kinds.map(([kind, all]) => `${all?.length ?? 0} ${kind}`), children.trimEnd()].join('\n');
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
