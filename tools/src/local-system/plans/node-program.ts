import { join } from 'node:path';
import type { Blueprint } from './blueprint.ts';

/** The root of the repository. */
export const repositoryDir = join(import.meta.dirname, '../../../..');

/** A TypeScript program of this repository. */
export interface NodeProgram {
  /** Of the process that runs it. */
  name: string;
  /** Its main file, from the repository's root. */
  file: string;
  isWatched?: boolean;
  /** Of Node and V8. */
  options?: readonly string[];
}

/** The command that runs a program of this repository for one local system. */
export function nodeCommand(
  { directory }: Blueprint,
  { name, file, isWatched = false, options = [] }: NodeProgram,
): string[] {
  const watch = isWatched ? ['--watch', '--watch-preserve-output'] : [];
  // The last argument is for people and for the ledger; no program reads it.
  return [process.execPath, ...options, ...watch, join(repositoryDir, file), `${name}@${directory.path}`];
}

/**
 * What every Node process inherits. Compiled code is kept for all systems of this checkout: it halves the time that a
 * process needs to start. With two arenas the C library gives memory back that it keeps otherwise; the image sets the same.
 */
export function nodeEnvironment({ inherited }: Blueprint): Record<string, string> {
  return {
    ...inherited,
    NODE_ENV: 'development',
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: join(repositoryDir, '.tools/compile-cache'),
  };
}
