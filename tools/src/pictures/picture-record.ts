import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Where the pictures of README and docs lie. */
export const picturesDirectory = join(root, 'docs/pictures');

/** Says of each picture from which sources it was taken. */
export const recordFile = join(picturesDirectory, 'sources.json');

/** A picture as the record has it. */
export interface PictureRecord {
  /** The name of its file in the directory. */
  file: string;
  /** The directories, below the root of the repository, that decide what it shows. */
  sources: readonly string[];
  /** SHA-256 of these sources, in hex. */
  hash: string;
}

/** The largest size of a picture, in bytes. */
export const maxPictureBytes = 150_000;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** The hash of all files in some directories of the repository but their tests, by path and content. */
export function hashSources(directories: readonly string[]): string {
  const patterns = directories.map((directory) => `${directory}/**/*.*`);
  const files = globSync(patterns, { cwd: root }).filter((path) => !isTest(path));
  if (files.length === 0) throw new Error(`There are no sources in ${directories.join(', ')}.`);
  const hash = createHash('sha256');
  for (const path of files.toSorted()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}
