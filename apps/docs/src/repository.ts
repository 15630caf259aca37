import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's directory. */
export const repository = join(import.meta.dirname, '../../..');

/** Reads a text file of the repository by its path there. */
export const readText = (path: string): string => readFileSync(join(repository, path), 'utf8');
