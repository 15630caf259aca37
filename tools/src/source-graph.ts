import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from './generated-file.ts';

const specifiers = /\b(?:from|import)\s+'([^']+)'/g;

/** Returns the path of an imported file of a program or library, from the repository's root; null for packages. */
function resolve(importer: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  const [, library, path] = /^@pas\/(platform|shared)\/(.+)$/.exec(specifier) ?? [];
  return library === undefined ? null : `libs/${library}/src/${path}.ts`;
}

/**
 * Reads the sources of a program: its main file and all transitive imports, including types.
 *
 * @param main path from the repository's root
 * @returns the text of each file by path; empty for an unknown program
 */
export function readProgram(main: string): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  const open = [main];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (sources.has(path) || !existsSync(join(repository, path))) continue;
    const text = readFileSync(join(repository, path), 'utf8');
    sources.set(path, text);
    for (const [, specifier = ''] of text.matchAll(specifiers)) {
      const next = resolve(path, specifier);
      if (next !== null) open.push(next);
    }
  }
  return sources;
}
