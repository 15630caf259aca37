import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';

const run = promisify(execFile);
const requirements = join(import.meta.dirname, 'requirements.txt');
const isRecent = 'import sys; sys.exit(sys.version_info < (3, 12))';

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

/** Finds Python 3.12 or later, which the tools need; null without one. */
export async function findPython(): Promise<string | null> {
  for (const python of ['python3.13', 'python3.12', 'python3', ...(await managedPythons())]) {
    const isGood = await run(python, ['-c', isRecent]).then(
      () => true,
      () => false,
    );
    if (isGood) return python;
  }
  return null;
}

/**
 * Installs the pinned tools into a virtual environment, once for each set of pins.
 *
 * @returns its Python, which runs the tools as modules: their scripts contain a path that a moved checkout
 * breaks
 */
export async function openVenv(python: string): Promise<string> {
  const pins = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const dir = join(repositoryDir, '.tools', `python-${pins}`);
  const own = join(dir, 'bin/python');
  const finished = join(dir, 'finished');
  if (existsSync(finished)) return own;
  await rm(dir, { recursive: true, force: true });
  await run(python, ['-m', 'venv', dir]);
  await run(own, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
  await writeFile(finished, '');
  return own;
}
