import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areaOf, groupMatcher, routeTable } from '../route-table.ts';
import { keepsKeys } from './held-request.ts';

const match = groupMatcher(routeTable('api'));
const descriptions = join(import.meta.dirname, '../../../../docs/openapi');

/** The POST routes of a service, and whether each takes an `Idempotency-Key`. */
function postsOf(service: string): { path: string; takesKey: boolean }[] {
  const [paths = ''] = readFileSync(join(descriptions, `${service}.yaml`), 'utf8').split('\ncomponents:');
  return paths.split(/^ {2}(?=\/)/m).flatMap((text) => {
    const post = text.split(/^ {4}(?=\w+:)/m).find((operation) => operation.startsWith('post:'));
    if (post === undefined) return [];
    const takesKey = /parameters\/IdempotencyKey"|name: Idempotency-Key/.test(post);
    return [{ path: text.slice(0, text.indexOf(':\n')), takesKey }];
  });
}

test.each(['core-mobile', 'resident'])(
  'a POST of %s may be repeated exactly if the service keeps its idempotency key',
  (service) => {
    const posts = postsOf(service);
    expect(posts.length).toBeGreaterThan(5);
    const repeated = posts.filter(({ path }) => keepsKeys(areaOf(match(path)), path));
    expect(repeated).toEqual(posts.filter(({ takesKey }) => takesKey));
    expect(repeated).not.toEqual([]);
  },
);
