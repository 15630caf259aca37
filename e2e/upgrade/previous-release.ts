import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';

const run = promisify(execFile);

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...args], { cwd: repositoryDir });
  return stdout.trim();
}

/** Finds the commit that added the newest released section of the changelog. */
async function findReleaseCommit(): Promise<string> {
  const changelog = await git('show', 'HEAD:CHANGELOG.md');
  const [heading = ''] = /^## \[\d[^\]]*\]/m.exec(changelog) ?? [];
  const commits = await git('log', '--reverse', '--format=%H', `-S${heading}`, '--', 'CHANGELOG.md');
  return commits.split('\n')[0] ?? '';
}

/** Names the previous release: `PREVIOUS`, else the newest tag, else the commit of the newest changelog section. */
async function findPrevious(): Promise<string> {
  const given = process.env['PREVIOUS'];
  if (given) return given;
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  return tag.catch(() => findReleaseCommit());
}

/**
 * Checks the previous release out beside this one and installs its packages, once for each commit.
 *
 * @returns the directory of the checkout
 */
export async function checkOutPrevious(): Promise<string> {
  const commit = await git('rev-parse', `${await findPrevious()}^{commit}`);
  const directory = join(repositoryDir, '.tools/previous', commit);
  await git('worktree', 'prune');
  if (!existsSync(join(directory, 'script/bootstrap')))
    await git('worktree', 'add', '--detach', '--force', directory, commit);
  await run(join(directory, 'script/bootstrap'), { cwd: directory });
  return directory;
}
