import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../generated-file.ts';
import { sectionOf } from './changelog.ts';
import { git } from './git.ts';
import { writeProductionSbom } from './production-sbom.ts';
import { formatProvenance, type Artefact } from './provenance.ts';

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * Writes the artefacts of a version to `dist/<version>/`: sources, notes, SBOM, notice, provenance and checksums.
 *
 * @returns the paths of the files
 */
export async function buildRelease(version: string): Promise<string[]> {
  const directory = join(repository, 'dist', version);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const name = `property-access-${version}`;
  const write = async (file: string, content: string): Promise<void> =>
    writeFile(join(directory, file), content);
  await git([
    'archive',
    '--format=tar.gz',
    `--prefix=${name}/`,
    '-o',
    join(directory, `${name}.tar.gz`),
    'HEAD',
  ]);
  await write(
    'notes.md',
    `${sectionOf(await readFile(join(repository, 'CHANGELOG.md'), 'utf8'), version) ?? ''}\n`,
  );
  await write('sbom.cdx.json', await writeProductionSbom());
  await write('NOTICE', await readFile(join(repository, 'NOTICE'), 'utf8'));
  const files = [`${name}.tar.gz`, 'notes.md', 'sbom.cdx.json', 'NOTICE'];
  const artefacts = await Promise.all(
    files.map(async (file): Promise<Artefact> => ({
      file,
      sha256: sha256(await readFile(join(directory, file))),
    })),
  );
  const commit = await git(['rev-parse', 'HEAD']);
  await write('provenance.json', formatProvenance(artefacts, { version, commit }));
  const sums = artefacts.map(({ file, sha256: digest }) => `${digest}  ${file}`);
  await write('SHA256SUMS', `${sums.join('\n')}\n`);
  return [...files, 'provenance.json', 'SHA256SUMS'].map((file) => join('dist', version, file));
}
