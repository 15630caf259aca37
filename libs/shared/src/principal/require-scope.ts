import { insufficientScope } from '@pas/platform/errors/raise';
import { holdsScope, type Principal } from './principal.ts';

/**
 * Requires a scope of the caller. Operations call it for a scope that only some bodies need; such a route declares that
 * scope in `alsoScopes`. A scope that all requests of a route need stands in its `furtherScopes`: the guard requires it
 * before the body is read.
 *
 * @throws forbidden (`insufficient_scope`)
 */
export function requireScope(principal: Principal, scope: string): void {
  if (!holdsScope(principal, scope)) throw insufficientScope(scope);
}
