import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

import { endProcess, killOnExit } from './end-process.ts';

/** A server program that this process started. */
export interface ChildServer {
  readonly pid: number;
  /** Ends the server by its process id and waits until it is gone. */
  readonly stop: () => Promise<void>;
  /** Rejects, with the reason that the log gives, as soon as the server ends; never resolves. */
  readonly failed: Promise<never>;
}

interface ChildOptions {
  readonly logFile: string;
  /** Lets the server outlive this process; otherwise it ends with it. */
  readonly isDetached: boolean;
}

/** Starts a server program whose output goes to a file, so that it never blocks on a pipe that nobody reads. */
export async function startChild(command: readonly string[], options: ChildOptions): Promise<ChildServer> {
  const [program = '', ...args] = command;
  const log = openSync(options.logFile, 'a');
  const child = spawn(program, args, { stdio: ['ignore', log, log], detached: options.isDetached });
  closeSync(log);
  await once(child, 'spawn');
  child.unref();
  const pid = child.pid as number;
  const forget = options.isDetached ? () => undefined : killOnExit(pid);

  let hasEnded = false;
  const failed = once(child, 'exit').then(([code, signal]) => {
    hasEnded = true;
    forget();
    throw new Error(`${program} ended (${String(code ?? signal)}):\n${reasonIn(options.logFile)}`);
  });
  // The code that starts a server races this against its readiness; after that an end is the caller's own `stop`.
  failed.catch(() => undefined);
  // The id of one that has ended may be another process's by now.
  return { pid, failed, stop: async () => void (hasEnded || (await endProcess(pid))) };
}

/** What the servers' logs mark as an error (mongod writes severities as JSON, nats-server in brackets), else the end. */
function reasonIn(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const errors = lines.filter((line) => /"s":"[EF]"|\[(ERR|FTL)\]/.test(line));
  return (errors.length > 0 ? errors : lines).slice(-20).join('\n');
}
