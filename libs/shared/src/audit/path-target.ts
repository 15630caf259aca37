import { entityOfId } from '../ids/id.ts';

/** An entity as a record names it; the id is null where a path names none. */
export interface PathTarget {
  type: string;
  id: string | null;
}

/** Segments that are no plural of the entity which they stand for. */
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

/** A segment that is neither an id nor a secret: one of the words of which paths are made. */
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
 * Finds the entity that a request is about by its path: the first id in it that is well formed, otherwise the kind of
 * entity below the group's prefix. No other part of the path is kept, because it may contain a token.
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
 * Makes the template of a path for a caller that does not know the routes behind it: ids become `{id}`, and any
 * segment that is not a plain word becomes `{value}`.
 */
export function templateOfPath(path: string): string {
  const parts = path.split('/').map((part) => {
    if (entityOfId(part) !== null) return '{id}';
    return part === '' || word.test(part) ? part : '{value}';
  });
  return parts.join('/').slice(0, 200);
}
