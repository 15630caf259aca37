import { entityOfId } from '../ids/id.ts';

/** An entity in a record. The id is null if the path has none. */
export interface PathTarget {
  type: string;
  id: string | null;
}

/** Segments that are not the plural of their entity. */
const nouns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    analytics: 'analytics',
    audit: 'audit_record',
    auth: 'session',
    me: 'user',
    onboarding: 'invite',
    points: 'access_point',
    stats: 'stats',
  }),
);

const groups = /^\/(?:api\/(?:admin|v1)|access)\//;

/** A plain word of a path: neither an id nor a secret. */
const word = /^[a-z][a-z0-9-]{0,30}$/;

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function nounOf(segment: string): string {
  const noun = nouns.get(segment);
  if (noun !== undefined) return noun;
  if (!word.test(segment)) return 'route';
  return segment
    .replace(/ies$/, 'y')
    .replace(/(ss)es$|s$/, '$1')
    .replaceAll('-', '_');
}

/**
 * Finds the entity of a request by its path. It is the first well-formed id, otherwise the kind of entity below the
 * group's prefix. The target keeps no other part of the path, because it may contain a token.
 */
export function targetOfPath(path: string): PathTarget {
  for (const id of path.split('/')) {
    const entity = entityOfId(id);
    if (entity !== null) return { type: snakeCase(entity), id };
  }
  const [first = ''] = path.replace(groups, '').replace(/^\//, '').split('/');
  return { type: nounOf(first), id: null };
}

/**
 * Makes the template of a path without knowledge of the routes. Ids become `{id}`, and other segments that are not
 * plain words become `{value}`.
 */
export function templateOfPath(path: string): string {
  const parts = path.split('/').map((part) => {
    if (entityOfId(part) !== null) return '{id}';
    return part === '' || word.test(part) ? part : '{value}';
  });
  return parts.join('/').slice(0, 200);
}
