import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnExit } from '@pas/testing/end-process';

/** A running program of `programs/`. */
export interface Program {
  pid: number;
  signal(name: NodeJS.Signals): void;
  /** Resolves at its end, with the signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  kill(): Promise<void>;
}

/** Output of the programs of a test file. */
export interface Notes {
  file: string;
  /** Returns all complete lines of all programs. */
  read(): string[];
  remove(): void;
}

/** Opens a file for the output of programs, which survives the death of a process. */
export function openNotes(): Notes {
  const dir = mkdtempSync(join(tmpdir(), 'property-access-notes-'));
  const file = join(dir, 'notes');
  closeSync(openSync(file, 'a'));
  return {
    file,
    read: () => readFileSync(file, 'utf8').split('\n').slice(0, -1),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Starts a program with its options; its standard output is appended to the notes. */
export function startProgram(name: string, options: object, notes?: Notes): Program {
  const path = join(import.meta.dirname, 'programs', `${name}.ts`);
  const out = notes ? openSync(notes.file, 'a') : null;
  const args = [path, JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', out ?? 'inherit', 'inherit'] });
  if (out !== null) closeSync(out);
  const pid = child.pid ?? 0;
  const forget = killOnExit({ pid });
  const ended = once(child, 'exit').then(([, signal]) => {
    forget();
    return signal as NodeJS.Signals | null;
  });
  return {
    pid,
    ended,
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
