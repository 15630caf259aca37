import { z } from 'zod';
import type { Route } from './define-route.ts';

/** Returns the path of the resource in a 201; null if no route reads it. */
export type LocateCreated = (body: unknown) => string | null;

/** Returns the single key of an answer's envelope, such as `unit`. */
function envelopeKey({ response }: Route): string | null {
  const keys = response instanceof z.ZodObject ? Object.keys(response.shape) : [];
  return keys.length === 1 ? (keys[0] ?? null) : null;
}

/** Maps the key of an envelope to the path of the route that reads such an entity by its id. */
function pathsOfEntities(routes: readonly Route[]): ReadonlyMap<string, string> {
  const reads = routes.filter(({ method, path }) => method === 'get' && /^[^{]*\/\{id\}$/.test(path));
  return new Map(
    reads.flatMap((route) => {
      const key = envelopeKey(route);
      return key === null ? [] : [[key, route.path.slice(0, -'{id}'.length)] as const];
    }),
  );
}

/** Prepares the `Location` of created resources. It is path-absolute, so that it is valid behind any host name. */
export function locateCreated(routes: readonly Route[]): LocateCreated {
  const paths = pathsOfEntities(routes);
  return (body) => {
    const [[key, entity] = ['', null], ...more] = Object.entries((body ?? {}) as Record<string, unknown>);
    const path = more.length === 0 ? paths.get(key) : undefined;
    const id = (entity as { id?: unknown } | null)?.id;
    return path !== undefined && typeof id === 'string' ? `${path}${id}` : null;
  };
}
