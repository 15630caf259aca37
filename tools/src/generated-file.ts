import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The repository's root. */
export const repository = join(import.meta.dirname, '../..');

/** A file of the repository that is generated from the sources and never edited by hand. */
export interface GeneratedFile {
  /** From the repository's root. */
  path: string;
  content: string;
}

/** A committed file that differs from the generated one, with the first differing line. */
export interface StaleFile {
  path: string;
  /** One-based. */
  line: number;
  committed: string | null;
  generated: string | null;
}

/** Reads a file of the repository; null for a missing one. */
export async function readCommitted(path: string): Promise<string | null> {
  return readFile(join(repository, path), 'utf8').catch(() => null);
}

/** Overwrites files that differ from the generated ones. Returns their paths. */
export async function writeFiles(files: readonly GeneratedFile[]): Promise<string[]> {
  const written: string[] = [];
  for (const { path, content } of files) {
    if ((await readCommitted(path)) === content) continue;
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), content);
    written.push(path);
  }
  return written;
}

/** Compares a generated file with the committed one; null when they are equal. */
export function compareFile({ path, content }: GeneratedFile, committed: string | null): StaleFile | null {
  if (content === committed) return null;
  const before = committed === null ? [] : committed.split('\n');
  const after = content.split('\n');
  const differs = (_: unknown, index: number): boolean => before[index] !== after[index];
  const index = Array.from({ length: Math.max(before.length, after.length) }).findIndex(differs);
  return { path, line: index + 1, committed: before[index] ?? null, generated: after[index] ?? null };
}
