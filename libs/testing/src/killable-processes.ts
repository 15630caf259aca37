import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach } from 'vitest';
import { killOnExit } from './end-process.ts';

/** Processes of a program that a test starts and kills. */
export interface KillableProcesses {
  start(...args: readonly string[]): ChildProcess;
  /** Kills a process, and waits for its end. */
  kill(child: ChildProcess): Promise<void>;
}

/** Starts processes of a program for the tests of a file. A process that still runs after its test is killed. */
export function useProcesses(program: string): KillableProcesses {
  const running = new Set<ChildProcess>();
  const kill = async (child: ChildProcess): Promise<void> => {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  afterEach(async () => void (await Promise.all([...running].map(kill))));
  return {
    start(...args) {
      const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
      killOnExit(child);
      running.add(child);
      return child;
    },
    kill,
  };
}
