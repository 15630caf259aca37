import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repository } from '../generated-file.ts';

/** Runs git in a repository, by default this one, and returns its output without white space at the ends. */
export async function git(args: readonly string[], cwd = repository): Promise<string> {
  const { stdout } = await promisify(execFile)('git', [...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}
