import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../generated-file.ts';
import { maxChangelogBytes, sectionOf } from './changelog.ts';
import { git } from './git.ts';
import { nextVersion, tagOf } from './version-rules.ts';

const readPackageVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string }).version;

/** Returns the newest tag of a version, and the version of the packages where there is none. */
async function readPrevious(): Promise<{ version: string; since: string | null }> {
  const tag = await git(['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*']).catch(() => null);
  return tag === null
    ? { version: await readPackageVersion(), since: null }
    : { version: tag.slice(1), since: tag };
}

/** Computes the next version from the commits since the last tag. */
export async function proposeVersion(): Promise<string> {
  const { version, since } = await readPrevious();
  const range = since === null ? 'HEAD' : `${since}..HEAD`;
  const messages = await git(['log', '--format=%B%x00', range]);
  return nextVersion(
    version,
    messages.split('\0').map((message) => message.trim()),
  );
}

/** The state of the repository before a release. */
export interface ReleaseState {
  /** Uncommitted changes as `git status --porcelain` lists them; empty without any. */
  changes: string;
  tags: readonly string[];
  packageVersion: string;
  changelog: string;
}

/** Reads the state of this repository. */
export const readReleaseState = async (): Promise<ReleaseState> => ({
  changes: await git(['status', '--porcelain']),
  tags: (await git(['tag', '--list'])).split('\n'),
  packageVersion: await readPackageVersion(),
  changelog: await readFile(join(repository, 'CHANGELOG.md'), 'utf8'),
});

/** Lists the reasons against building a version. */
export function faultsOfRelease(
  version: string,
  { changes, tags, packageVersion, changelog }: ReleaseState,
): string[] {
  const tag = tagOf(version);
  const size = Buffer.byteLength(changelog);
  return [
    changes === '' ? '' : 'The working tree has uncommitted changes.',
    tags.includes(tag) ? `The tag ${tag} exists.` : '',
    packageVersion === version
      ? ''
      : `The packages have version ${packageVersion}. Run script/release prepare.`,
    sectionOf(changelog, version) ? '' : `CHANGELOG.md has no entries of ${version}.`,
    size <= maxChangelogBytes
      ? ''
      : `CHANGELOG.md has ${size} bytes, and ${maxChangelogBytes} at most are allowed.`,
  ].filter((fault) => fault !== '');
}
