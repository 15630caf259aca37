import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { launch } from './launch.ts';
import type { Ledger } from './ledger.ts';
import { reasonIn } from './log-files.ts';
import type { ProcessPlan } from './plans/process-plan.ts';
import { killGroup, signalProcess } from './signal-process.ts';
import { StartFailure } from './start-failure.ts';

/** Dependencies of a supervised process. */
export interface ProcessEnvironment {
  ledger: Ledger;
  /** True to restart a process that ends unexpectedly. */
  restarts: boolean;
  /** Prints a message on the console. */
  report: (line: string) => void;
}

const stopGraceMs = 20_000;
const firstBackoffMs = 250;
const maxBackoffMs = 10_000;
/** Running time in milliseconds after which a process counts as recovered. */
const recoveredAfterMs = 30_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function gone(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

/** A process that is started, restarted and stopped. */
export class SupervisedProcess {
  readonly logFile: string;
  readonly #around: ProcessEnvironment;
  #plan: ProcessPlan;
  #child: ChildProcess | null = null;
  #isWanted = false;
  #hasBeenReady = false;
  #startup = new AbortController();
  #backoffMs = firstBackoffMs;
  #restartTimer: NodeJS.Timeout | undefined;

  constructor(plan: ProcessPlan, logFile: string, around: ProcessEnvironment) {
    this.#plan = plan;
    this.logFile = logFile;
    this.#around = around;
  }

  get plan(): ProcessPlan {
    return this.#plan;
  }

  /** Changes environment variables for the next start. */
  configure(variables: Readonly<Record<string, string>>): void {
    this.#plan = { ...this.#plan, env: { ...this.#plan.env, ...variables } };
  }

  /** Runs the same program of another checkout from the next start. */
  takeSources(checkout: string): void {
    const command = this.#plan.command.map((part) =>
      part.endsWith('/src/main.ts')
        ? join(checkout, part.slice(part.search(/(?:services|sandbox)\//)))
        : part,
    );
    const env = { ...this.#plan.env, NODE_COMPILE_CACHE: join(checkout, '.tools/compile-cache') };
    this.#plan = { ...this.#plan, command, env };
  }

  /** Null while it does not run. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /**
   * Starts the process and resolves when it is ready. Only waits for a running one.
   *
   * @throws StartFailure with the reason from its log, when it ends before it is ready
   */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#hasBeenReady = false;
    this.#startup = new AbortController();
    if (!this.#child) this.#run();
    await this.#becomeReady();
    this.#hasBeenReady = true;
  }

  /** Asks the process to end, kills it after a timeout, and resolves when it has ended. Does not restart it. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#restartTimer);
    this.#startup.abort(new StartFailure(`${this.plan.name} is stopped`));
    const child = this.#child;
    if (!child?.pid) return;
    const { pid } = child;
    signalProcess(pid, 'SIGTERM');
    // A paused process handles the signal only after it continues.
    signalProcess(pid, 'SIGCONT');
    const insist = setTimeout(() => killGroup(pid), stopGraceMs);
    await gone(child);
    clearTimeout(insist);
  }

  /** Sends a signal as a fault, so that the process restarts. Resolves when a killed process has ended. */
  async signal(name: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child?.pid) return;
    if (name === 'SIGKILL') killGroup(child.pid);
    else signalProcess(child.pid, name);
    if (name === 'SIGKILL' || name === 'SIGTERM') await gone(child);
  }

  #run(): void {
    const { name } = this.plan;
    const child = launch(this.plan, this.logFile);
    const startedAt = Date.now();
    this.#child = child;
    if (child.pid !== undefined) this.#around.ledger.add(name, child.pid);
    child.once('error', (error) =>
      this.#startup.abort(new StartFailure(`${name} can't be run: ${error.message}`)),
    );
    child.once('exit', (code, signal) => {
      this.#child = null;
      this.#clear(child);
      if (Date.now() - startedAt > recoveredAfterMs) this.#backoffMs = firstBackoffMs;
      if (this.#isWanted) this.#recover(code, signal);
    });
  }

  /** A killed watcher leaves its program running. */
  #clear({ pid }: ChildProcess): void {
    if (pid === undefined) return;
    killGroup(pid);
    this.#around.ledger.remove(pid);
  }

  /** Restarts a process that was killed or was ready before. A failure during the start is permanent. */
  #recover(code: number | null, signal: NodeJS.Signals | null): void {
    const { name } = this.plan;
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    if (!this.#hasBeenReady && signal === null) {
      this.#isWanted = false;
      const reason = reasonIn(this.logFile);
      this.#startup.abort(new StartFailure(`${name} ended ${how}:\n${reason}\nIts log: ${this.logFile}`));
      return;
    }
    if (!this.#around.restarts) return;
    this.#around.report(`${name} ended ${how} and is started again. Its log: ${this.logFile}`);
    this.#restartTimer = setTimeout(() => this.#restart(), this.#backoffMs);
    this.#backoffMs = Math.min(this.#backoffMs * 2, maxBackoffMs);
  }

  #restart(): void {
    this.#run();
    if (!this.#hasBeenReady) return;
    this.#becomeReady().then(
      () => this.#around.report(`${this.plan.name} is back.`),
      () => undefined,
    );
  }

  async #becomeReady(): Promise<void> {
    const { signal } = this.#startup;
    const givenUp = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const ready = this.plan.becomeReady(signal).catch((error: unknown) => {
      throw new StartFailure(`${this.plan.name}: ${(error as Error).message}.\nIts log: ${this.logFile}`);
    });
    await Promise.race([ready, givenUp]);
  }
}
