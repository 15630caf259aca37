import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** What the program printed and how it ended. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const program = join(import.meta.dirname, '../src/main.ts');

/** Runs `pas` as an operator does, with nothing in its environment but what is given. */
export function runPas(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
