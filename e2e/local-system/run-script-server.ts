import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';

const script = join(import.meta.dirname, '../../script/server');

/** `script/server` as a person at a keyboard has it. */
export interface ScriptServer {
  /** What it has printed until now, on both streams. */
  printed(): string;
  /** Resolves once it says that the system is ready; rejects with what it printed when it ends instead. */
  untilReady(): Promise<void>;
  /** Resolves once it has ended, with its exit code; null after a signal that it could not handle. */
  untilEnded(): Promise<number | null>;
  /** Presses Ctrl-C, or does worse. */
  signal(name: NodeJS.Signals): void;
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Runs `script/server` in a directory, which relative paths are taken from. */
export function runScriptServer(args: readonly string[], workingDir: string): ScriptServer {
  // The pages that it may build are those of production, whatever the tests themselves run as.
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
      await waitUntil(isSettled, { what: 'script/server to be ready', timeoutMs: 150_000 });
      if (isOver(child)) throw new Error(`script/server has ended:\n${text}`);
    },
    async untilEnded() {
      if (!isOver(child)) await once(child, 'close');
      return child.exitCode;
    },
    signal: (name) => void child.kill(name),
  };
}
