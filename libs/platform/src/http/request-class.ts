import type { RequestClass } from './access-log.ts';
import type { Route } from './define-route.ts';
import { readsItself } from './run-keyed.ts';

/**
 * Returns the class under which metrics count a request of a route.
 *
 * @param options.isTable whether the request gets a list as a table
 * @param options.wait the seconds that a long poll may wait; 0 for others
 */
export function requestClassOf(
  route: Route,
  { isTable, wait }: { isTable: boolean; wait: number },
): RequestClass {
  if (route.answers === 'events' || wait > 0) return 'long_lived';
  if (route.isExpensive || isTable) return 'expensive';
  return readsItself(route) ? 'upload' : 'interactive';
}
