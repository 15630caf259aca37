import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './generated-file.ts';

/**
 * Prepares the search for the file that defines a route of a service: the one in which its whole path stands as a
 * literal. By the house's rule that is one; the result names all that there are.
 */
export function routeFinder(service: string): (path: string) => string[] {
  const paths = globSync(`services/${service}/src/**/*.ts`, { cwd: repository, exclude: ['**/*.test.ts'] });
  const sources = paths
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
  return (route) => sources.filter(({ text }) => text.includes(`'${route}'`)).map(({ path }) => path);
}
