import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Folder of the pictures of README and docs. */
export const picturesDirectory = join(root, 'docs/pictures');

/** Record of the sources of each picture. */
export const recordFile = join(picturesDirectory, 'sources.json');

/** A picture in the record. */
export interface PictureRecord {
  /** File name in the folder. */
  file: string;
  /** Directories, from the repository's root, that determine its content. */
  sources: readonly string[];
  /** SHA-256 of the sources, in hex. */
  hash: string;
}

/** Maximum size of a picture, in bytes. */
export const maxPictureBytes = 150_000;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Hashes paths and content of all files in the directories, except tests. */
export function hashSources(directories: readonly string[]): string {
  const patterns = directories.map((directory) => `${directory}/**/*.*`);
  const files = globSync(patterns, { cwd: root }).filter((path) => !isTest(path));
  if (files.length === 0) throw new Error(`There are no sources in ${directories.join(', ')}.`);
  const hash = createHash('sha256');
  for (const path of files.toSorted()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}
