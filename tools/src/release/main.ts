import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../generated-file.ts';
import { buildRelease } from './build-release.ts';
import { releaseEntries } from './changelog.ts';
import { faultsOfRelease, proposeVersion, readReleaseState } from './check-release.ts';

const help = [
  'Prepares and builds a release (docs/release.md):',
  '',
  '  script/release next               the next version, by the commits since the last tag.',
  '  script/release prepare VERSION    moves the changelog’s entries, and sets the version of each package.',
  '  script/release check VERSION      the faults of a release, such as uncommitted changes.',
  '  script/release build VERSION      sources, SBOM, notes, checksums and provenance in dist/.',
  '  script/release secrets            scans every commit for secrets with gitleaks.',
].join('\n');

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Sets the version of each package of the workspace. */
async function setVersions(version: string): Promise<void> {
  const manifests = glob(
    '{.,libs/*,services/*,apps/*,clients/*,sandbox,tools,tools/contracts,e2e,bench}/package.json',
    {
      cwd: repository,
    },
  );
  for await (const path of manifests) {
    const file = join(repository, path);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
  }
}

async function prepare(version: string): Promise<void> {
  const file = join(repository, 'CHANGELOG.md');
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releaseEntries(await readFile(file, 'utf8'), version, date);
  await writeFile(file, changelog);
  await setVersions(version);
  say(`Version ${version} is prepared. Run pnpm generate, then commit: chore: release ${version}`);
}

async function check(version: string): Promise<boolean> {
  const faults = faultsOfRelease(version, await readReleaseState());
  for (const fault of faults) say(fault);
  if (faults.length > 0) process.exitCode = 1;
  else say(`Version ${version} can be built.`);
  return faults.length === 0;
}

async function build(version: string): Promise<void> {
  if (!(await check(version))) return;
  for (const file of await buildRelease(version)) say(file);
}

const commands: Readonly<Record<string, (version: string) => Promise<unknown>>> = {
  next: async () => say(await proposeVersion()),
  prepare,
  check,
  build,
};

const [name = '', version = ''] = process.argv.slice(2);
const command = commands[name];
if (command && (name === 'next' || version !== '')) await command(version);
else say(help);
