import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A program with its arguments, and everything that it sees of an environment. */
export interface Command {
  command: readonly string[];
  env: Readonly<Record<string, string>>;
}

/**
 * Starts a process whose output is appended to a file. It leads a group of its own: Ctrl-C then reaches the runner
 * alone, which stops all processes in their order.
 */
export function launch({ command, env }: Command, logFile: string): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, { env, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  return child;
}
