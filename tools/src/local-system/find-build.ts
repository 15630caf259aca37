import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryDir } from './plans/node-program.ts';

/** Returns the commit of this checkout; `unknown` without git or outside a repository. */
export async function findBuild(): Promise<string> {
  const read = promisify(execFile)('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: repositoryDir });
  return read.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  );
}
