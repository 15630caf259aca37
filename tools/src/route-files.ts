import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './generated-file.ts';

/** A source file of a service. */
export interface SourceFile {
  /** From the repository's root. */
  path: string;
  text: string;
}

/** Reads the sources of all services, tests apart. */
export function readServiceSources(): SourceFile[] {
  const paths = globSync('services/*/src/**/*.ts', { cwd: repository, exclude: ['**/*.test.ts'] });
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

/** The files in which a route's path stands as a literal. By the house's rule that is one: the route's own. */
export function filesOfRoute(sources: readonly SourceFile[], path: string): string[] {
  return sources.filter(({ text }) => text.includes(`'${path}'`)).map((source) => source.path);
}
