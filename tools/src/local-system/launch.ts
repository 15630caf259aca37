import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A program with its arguments and complete environment. */
export interface Command {
  command: readonly string[];
  env: Readonly<Record<string, string>>;
}

/**
 * Starts a process and appends its output to a file. The process leads its own group, so that Ctrl-C reaches only the
 * runner, which stops all processes in order.
 */
export function launch({ command, env }: Command, logFile: string): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, { env, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  return child;
}
