import { join } from 'node:path';
import type { Blueprint } from './blueprint.ts';

/** The root of the repository. */
export const repositoryDir = join(import.meta.dirname, '../../../..');

/** A TypeScript program of this repository. */
export interface NodeProgram {
  /** Name of the process. */
  name: string;
  /** Main file, from the repository's root. */
  file: string;
  isWatched?: boolean;
  /** Options of Node and V8. */
  options?: readonly string[];
}

/** Returns the command that runs a program of this repository for one local system. */
export function nodeCommand(
  { directory }: Blueprint,
  { name, file, isWatched = false, options = [] }: NodeProgram,
): string[] {
  const watch = isWatched ? ['--watch', '--watch-preserve-output'] : [];
  // The last argument is only for people and the ledger; no program reads it.
  return [process.execPath, ...options, ...watch, join(repositoryDir, file), `${name}@${directory.path}`];
}

/**
 * Returns the environment of every Node process. The compile cache of this checkout halves the start time. With two
 * arenas, the C library returns memory to the system; the image sets the same.
 */
export function nodeEnvironment({ inherited }: Blueprint): Record<string, string> {
  return {
    ...inherited,
    NODE_ENV: 'development',
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: join(repositoryDir, '.tools/compile-cache'),
  };
}
