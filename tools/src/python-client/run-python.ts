import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository, writeFiles } from '../generated-file.ts';
import { findPython, openVenv } from '../python/open-venv.ts';
import { pythonClientFiles } from './python-client-files.ts';

/** The directory of the Python client. */
export const pythonClient = join(repository, 'clients/python');

/**
 * Prepares the Python client: writes its generated modules and installs what it needs.
 *
 * @param requirements files of pins in its directory
 * @returns the Python to run it
 * @throws Error without Python 3.10
 */
export async function preparePythonClient(requirements: readonly string[]): Promise<string> {
  const python = await findPython(10);
  if (python === null) throw new Error('The Python client needs Python 3.10 or later, with pip');
  const files = requirements.map((file) => join(pythonClient, file));
  const [own] = await Promise.all([openVenv(python, files), pythonClientFiles().then(writeFiles)]);
  return own;
}

/**
 * Runs a program with the Python client.
 *
 * @returns its output
 * @throws Error with the output of a program that fails
 */
export async function runPython(python: string, args: readonly string[]): Promise<string> {
  const env = { PATH: '/usr/bin:/bin', PYTHONPATH: join(pythonClient, 'src') };
  const options = { cwd: pythonClient, env, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(python, args, options).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { message, stdout } = error as Error & { stdout: string };
      throw new Error(`${message}\n${stdout}`, { cause: error });
    },
  );
}
