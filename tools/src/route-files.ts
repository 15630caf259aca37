import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './generated-file.ts';

/** A source file without its tests, by its path from the repository's root. */
interface Source {
  path: string;
  text: string;
}

/** Where something stands, as editors and terminals open it: `file:line`. */
type Place = string;

function readSources(pattern: string): Source[] {
  return globSync(pattern, { cwd: repository, exclude: ['**/*.test.ts'] })
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

const placeAt = ({ path, text }: Source, index: number): Place =>
  `${path}:${text.slice(0, index).split('\n').length}`;

/** The Admin API's document also has the log-in of operators, which the gateway answers. */
const homesOf = (service: string): string[] =>
  service === 'admin' ? ['admin/src', 'gateway/src/operators'] : [`${service}/src`];

/**
 * Prepares the search for the place that defines a route of a service: where its method and its whole path stand as
 * literals. By the house's rule that is one; the result names all that there are.
 */
export function routeFinder(service: string): (route: { method: string; path: string }) => Place[] {
  const sources = homesOf(service).flatMap((home) => readSources(`services/${home}/**/*.ts`));
  return ({ method, path }) => {
    const literals = sources.flatMap((source) =>
      [...source.text.matchAll(new RegExp(RegExp.escape(`'${path}'`), 'g'))].map(({ index }) => ({
        place: placeAt(source, index),
        isOwn: source.text.slice(index - 60, index).includes(`'${method}'`),
      })),
    );
    const own = literals.filter(({ isOwn }) => isOwn);
    // Paths that share one definition stand where they are listed, without their method.
    return (own.length > 0 ? own : literals).map(({ place }) => place);
  };
}

/** A page or another answer that no definition describes, mounted by a router of its own. */
export interface MountedPage {
  method: string;
  path: string;
  place: Place;
}

/** Finds what routers mount beside the defined routes: pages for people, documentation, health. */
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
        place: placeAt(source, index),
      }),
    ),
  );
}
