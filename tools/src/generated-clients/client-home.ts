import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../generated-file.ts';

/** Directory of the installed generators, outside the packages of the repository. */
export const home = join(repository, '.tools/clients');

/** Directory of the generated clients and the programs that use them. */
export const generated = join(home, 'generated');

/** Directory of the compiled TypeScript. */
export const compiled = join(home, 'compiled');

/** Returns the path of an installed Python program. */
export const pythonTool = (name: string): string => join(home, 'python/bin', name);

const execute = promisify(execFile);

/**
 * Runs a program outside the folder of `redocly.yaml`, which a generator would read as its own configuration.
 *
 * @throws Error with the output of a program that fails
 */
export async function run(
  program: string,
  parameters: readonly string[],
  env = process.env,
): Promise<string> {
  try {
    return (await execute(program, parameters, { cwd: home, env })).stdout.trim();
  } catch (error) {
    const { message, stdout } = error as Error & { stdout: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
}
