import { insufficientScope } from '@pas/platform/errors/raise';
import { holdsScope, type Principal } from './principal.ts';

/**
 * Requires a scope of the caller. Operations call it for a scope that only some bodies need. The route declares
 * that scope in `conditionalScopes`. A route declares a scope that all its requests need in `furtherScopes`. The guard
 * checks those before it reads the body.
 *
 * @throws forbidden (`insufficient_scope`)
 */
export function requireScope(principal: Principal, scope: string): void {
  if (!holdsScope(principal, scope)) throw insufficientScope(scope);
}
