import { once } from 'node:events';
import { launch, type Command } from './launch.ts';
import type { Ledger } from './ledger.ts';
import { reasonIn } from './log-files.ts';
import { killGroup } from './signal-process.ts';
import { StartFailure } from './start-failure.ts';

/** A program that runs one task and ends. */
export interface Task extends Command {
  name: string;
}

interface TaskOptions {
  ledger: Ledger;
  logFile: string;
  /** Aborts the program. */
  signal: AbortSignal;
}

/**
 * Runs a program to its end.
 *
 * @throws StartFailure with the reason from its log, when it fails
 */
export async function runTask(task: Task, { ledger, logFile, signal }: TaskOptions): Promise<void> {
  signal.throwIfAborted();
  const child = launch(task, logFile);
  const { pid } = child;
  if (pid !== undefined) ledger.add(task.name, pid);
  const kill = (): void => {
    if (pid !== undefined) killGroup(pid);
  };
  signal.addEventListener('abort', kill);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return;
  } finally {
    signal.removeEventListener('abort', kill);
    if (pid !== undefined) ledger.remove(pid);
  }
  signal.throwIfAborted();
  throw new StartFailure(`${task.name} failed:\n${reasonIn(logFile)}\nIts log: ${logFile}`);
}
