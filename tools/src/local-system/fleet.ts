import { join } from 'node:path';
import { followLog } from './follow-log.ts';
import type { Ledger } from './ledger.ts';
import { rotateLog } from './log-files.ts';
import { stopOrder, type ProcessPlan } from './plans/process-plan.ts';
import { runTask, type Task } from './run-task.ts';
import { killGroup } from './signal-process.ts';
import { SupervisedProcess, type ProcessEnvironment } from './supervised-process.ts';

interface FleetOptions extends ProcessEnvironment {
  ledger: Ledger;
  logsDir: string;
}

/** All processes of one local system. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #members = new Map<string, SupervisedProcess>();
  /** Names of processes that are not ready, and of programs that have not ended. */
  readonly #awaited = new Set<string>();
  readonly #followed: (() => void)[] = [];
  readonly #stopping = new AbortController();
  /** Kills all processes at exit, however this process ends. */
  readonly #killAll = (): void => {
    this.#stopping.abort(new Error('The local system is killed.'));
    for (const { pid } of this.#members.values()) if (pid !== null) killGroup(pid);
  };

  constructor(options: FleetOptions) {
    this.#options = options;
    process.on('exit', this.#killAll);
  }

  /** Names of the processes, in the order of their start. */
  get names(): string[] {
    return [...this.#members.keys()];
  }

  /** Processes that are not ready and programs that have not ended, longest waiting first. */
  get awaited(): string[] {
    return [...this.#awaited];
  }

  /** @throws Error for an unknown name */
  get(name: string): SupervisedProcess {
    const member = this.#members.get(name);
    if (member) return member;
    throw new Error(`There is no process ${name}; there are ${this.names.join(', ')}.`);
  }

  /** Adds a process and resolves when it is ready. The console then shows the log of a watched process. */
  async start(plan: ProcessPlan): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    const member = new SupervisedProcess(plan, this.#newLog(plan.name), this.#options);
    this.#members.set(plan.name, member);
    await this.#await(plan.name, member.start());
    if (!plan.isWatched) return;
    this.#followed.push(followLog(member.logFile, (line) => this.#options.report(`${plan.name} | ${line}`)));
  }

  /** Runs a program to its end. */
  async run(task: Task): Promise<void> {
    const { ledger } = this.#options;
    const logFile = this.#newLog(task.name);
    await this.#await(task.name, runTask(task, { ledger, logFile, signal: this.#stopping.signal }));
  }

  /** Stops all processes, stage by stage, and resolves when all have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The local system is stopping.'));
    for (const stage of stopOrder) {
      const members = [...this.#members.values()].filter(({ plan }) => plan.stage === stage);
      await Promise.all(members.map((member) => member.stop()));
    }
    for (const unfollow of this.#followed.splice(0)) unfollow();
    process.off('exit', this.#killAll);
    this.#options.ledger.close();
  }

  async #await(name: string, work: Promise<void>): Promise<void> {
    this.#awaited.add(name);
    try {
      await work;
    } finally {
      this.#awaited.delete(name);
    }
  }

  #newLog(name: string): string {
    const logFile = join(this.#options.logsDir, `${name}.log`);
    rotateLog(logFile);
    return logFile;
  }
}
