import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { startTimeoutMs } from '../shared-system/use-system.ts';

const script = join(import.meta.dirname, '../../script/server');

/** A running `script/server`. */
export interface ScriptServer {
  /** Returns its output so far, of both streams. */
  printed(): string;
  /** Resolves once it reports a ready system; rejects with its output if it ends instead. */
  untilReady(): Promise<void>;
  /** Resolves with its exit code once it has ended; null after a signal that it could not handle. */
  untilEnded(): Promise<number | null>;
  /** Sends a signal, such as that of Ctrl-C. */
  signal(name: NodeJS.Signals): void;
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Runs `script/server` in a directory, to which paths are relative. */
export function runScriptServer(args: readonly string[], workingDir: string): ScriptServer {
  // It may build pages, which must be those of production.
  const env = { ...process.env, NODE_ENV: undefined };
  const child = spawn(script, args, { cwd: workingDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return {
    printed: () => text,
    async untilReady() {
      const isSettled = (): boolean => text.includes('Ready in') || isOver(child);
      await waitUntil(isSettled, { what: 'script/server to be ready', timeoutMs: startTimeoutMs });
      if (isOver(child)) throw new Error(`script/server has ended:\n${text}`);
    },
    async untilEnded() {
      if (!isOver(child)) await once(child, 'close');
      return child.exitCode;
    },
    signal: (name) => void child.kill(name),
  };
}
