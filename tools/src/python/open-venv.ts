import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../generated-file.ts';

const run = promisify(execFile);

/** Lists the Pythons of a version manager. */
async function managedPythons(): Promise<string[]> {
  try {
    const { stdout } = await run('pyenv', ['root']);
    const { stdout: versions } = await run('pyenv', ['versions', '--bare']);
    return versions
      .split('\n')
      .map((version) => join(stdout.trim(), 'versions', version.trim(), 'bin/python3'));
  } catch {
    return [];
  }
}

/**
 * Finds a Python of at least a version; null without one.
 *
 * @param minor the least minor version of Python 3
 */
export async function findPython(minor: number): Promise<string | null> {
  const isRecent = `import sys; sys.exit(sys.version_info < (3, ${minor}))`;
  const named = ['python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3'];
  for (const python of [...named, ...(await managedPythons())]) {
    const isGood = await run(python, ['-c', isRecent]).then(
      () => true,
      () => false,
    );
    if (isGood) return python;
  }
  return null;
}

/** Installs pinned packages into a new virtual environment. It is complete when it gets its final name. */
async function buildVenv(python: string, dir: string, requirements: readonly string[]): Promise<void> {
  const building = `${dir}.${randomUUID()}`;
  const files = requirements.flatMap((file) => ['--requirement', file]);
  try {
    // The pip of the machine installs, because a slim image has none for new environments.
    await run(python, ['-m', 'venv', '--without-pip', building]);
    const pip = ['-m', 'pip', '--python', join(building, 'bin/python'), '--disable-pip-version-check'];
    await run(python, [...pip, 'install', '--quiet', ...files]);
    await writeFile(join(building, 'finished'), '');
    await rename(building, dir).catch((error: unknown) => {
      // Another process built the same one.
      if (!existsSync(join(dir, 'finished'))) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/**
 * Installs pinned packages into a virtual environment, once for each set of pins.
 *
 * @param requirements files of pins
 * @returns its Python, which runs programs of packages as modules: their scripts contain a path that a moved checkout
 * breaks
 */
export async function openVenv(python: string, requirements: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(python);
  for (const file of requirements) hash.update(readFileSync(file));
  const dir = join(repository, '.tools', `python-${hash.digest('hex').slice(0, 12)}`);
  if (!existsSync(join(dir, 'finished'))) await buildVenv(python, dir, requirements);
  return join(dir, 'bin/python');
}
