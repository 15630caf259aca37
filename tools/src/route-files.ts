import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './generated-file.ts';

/** A source file with its path from the repository's root. */
interface Source {
  path: string;
  text: string;
}

/** A location that editors and terminals open: `file:line`. */
type SourceLocation = string;

function readSources(pattern: string): Source[] {
  return globSync(pattern, { cwd: repository, exclude: ['**/*.test.ts'] })
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

const locationAt = ({ path, text }: Source, index: number): SourceLocation =>
  `${path}:${text.slice(0, index).split('\n').length}`;

/**
 * Returns the folders of a document's routes. Those of the Admin API include the log-in of operators, which the
 * gateway answers.
 */
const foldersOf = (service: string): string[] =>
  service === 'admin' ? ['admin/src', 'gateway/src/operators'] : [`${service}/src`];

/**
 * Prepares the search for the definition of a service's route: the location with its method and full path as literals.
 * The house rules allow one; the result contains all.
 */
export function routeFinder(service: string): (route: { method: string; path: string }) => SourceLocation[] {
  const sources = foldersOf(service).flatMap((folder) => readSources(`services/${folder}/**/*.ts`));
  return ({ method, path }) => {
    const literals = sources.flatMap((source) =>
      [...source.text.matchAll(new RegExp(RegExp.escape(`'${path}'`), 'g'))].map(({ index }) => ({
        location: locationAt(source, index),
        isOwn: source.text.slice(index - 60, index).includes(`'${method}'`),
      })),
    );
    const own = literals.filter(({ isOwn }) => isOwn);
    // Paths that share a definition are listed as literals without a method.
    return (own.length > 0 ? own : literals).map(({ location }) => location);
  };
}

/** A page or another undescribed answer, mounted by a separate router. */
export interface MountedPage {
  method: string;
  path: string;
  location: SourceLocation;
}

/** Finds what routers mount besides defined routes: pages for people, documentation, health. */
export function mountedPages(): MountedPage[] {
  const sources = [
    ...readSources('services/*/src/pages/**/*.ts'),
    ...readSources('libs/platform/src/http/health.ts'),
  ];
  return sources.flatMap((source) =>
    [...source.text.matchAll(/\brouter\.(get|post)\(\s*'([^']+)'/g)].map(
      ({ index, 1: method = '', 2: path = '' }) => ({
        method,
        path: path.replaceAll(/:(\w+)/g, '{$1}'),
        location: locationAt(source, index),
      }),
    ),
  );
}
