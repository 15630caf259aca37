import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** A command of a check: a program and its arguments, from the root of a copy. */
export type CheckCommand = readonly [program: string, ...args: string[]];

/** Excludes variables of the test that runs the command, which would change a nested Vitest. */
const isInherited = (name: string): boolean => !/^(?:VITEST|TEST_ALL$|TEST_COUNTS_FILE$)/.test(name);

/** Runs a command in a copy of the repository. @throws Error with its output if it fails */
export async function runInCopy(copy: string, [program, ...args]: CheckCommand): Promise<void> {
  const file = program.includes('/') ? join(copy, program) : program;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => isInherited(name)));
  const options = { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 };
  await new Promise<void>((resolve, reject) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(),
    );
  });
}
