import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { endProcess, killOnExit } from '@pas/testing/end-process';
import { waitUntil } from '@pas/testing/wait-until';

/** A server program to run. */
export interface Program {
  command: readonly string[];
  /** Its whole environment except `PATH`. */
  env: Readonly<Record<string, string>>;
  /** File for its output. */
  logFile: string;
  /** Answers 2xx once it is ready. */
  readyUrl: string;
}

/** A server program that is ready. */
export interface RunningProgram {
  pid: number;
  /** Stops it and waits for its end. */
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url);
  await answer.body?.cancel();
  return answer.ok;
}

/** Runs a server program and returns once it is ready; it ends with this process at the latest. */
export async function runProgram({ command, env, logFile, readyUrl }: Program): Promise<RunningProgram> {
  const [file = '', ...args] = command;
  const log = openSync(logFile, 'a');
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  await once(child, 'spawn');
  const pid = child.pid as number;
  const forget = killOnExit({ pid });
  const hasEnded = once(child, 'exit').then(() => {
    forget();
    throw new Error(`${command.join(' ')} ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
  });
  hasEnded.catch(() => undefined);
  const ready = waitUntil(() => isReady(readyUrl), { what: readyUrl, timeoutMs: startTimeoutMs });
  await Promise.race([ready, hasEnded]);
  return { pid, stop: () => endProcess(pid) };
}
