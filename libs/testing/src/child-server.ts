import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

import { endProcess, killOnExit } from './end-process.ts';

/** A server program that this process has started. */
export interface ChildServer {
  readonly pid: number;
  /** Ends the server by its process id and waits for its end. */
  readonly stop: () => Promise<void>;
  /** Rejects with the reason in the log as soon as the server ends; never resolves. */
  readonly failed: Promise<never>;
}

interface ChildOptions {
  readonly logFile: string;
  /** Whether the server outlives this process. */
  readonly isDetached: boolean;
}

/** Starts a server program. Its output goes to a file, so that it never blocks on an unread pipe. */
export async function startChild(command: readonly string[], options: ChildOptions): Promise<ChildServer> {
  const [program = '', ...args] = command;
  const log = openSync(options.logFile, 'a');
  const child = spawn(program, args, { stdio: ['ignore', log, log], detached: options.isDetached });
  closeSync(log);
  await once(child, 'spawn');
  child.unref();
  const pid = child.pid as number;
  const forget = options.isDetached ? () => undefined : killOnExit({ pid });

  let hasEnded = false;
  const failed = once(child, 'exit').then(([code, signal]) => {
    hasEnded = true;
    forget();
    throw new Error(`${program} ended (${String(code ?? signal)}):\n${reasonIn(options.logFile)}`);
  });
  // The code that starts a server races this against its readiness. Later ends come from the caller's own `stop`.
  failed.catch(() => undefined);
  // The id of an ended server may belong to another process by now.
  return { pid, failed, stop: async () => void (hasEnded || (await endProcess(pid))) };
}

/** Reads the errors in a server's log, else its end. mongod writes severities as JSON, nats-server in brackets. */
function reasonIn(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const errors = lines.filter((line) => /"s":"[EF]"|\[(ERR|FTL)\]/.test(line));
  return (errors.length > 0 ? errors : lines).slice(-20).join('\n');
}
