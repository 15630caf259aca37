import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import { requireScope } from '@pas/shared/principal/require-scope';
import { requireAllProperties } from '../properties/property-restriction.ts';
import type { Issuer } from './read-issuer.ts';

/** The single scopes in a scope: `:*` is both read and write. */
function partsOf(scope: string): string[] {
  if (!scope.endsWith(':*')) return [scope];
  const resource = scope.slice(0, -2);
  return [`${resource}:read`, `${resource}:write`];
}

/**
 * Requires that an issuer holds everything that it grants.
 *
 * @throws forbidden for an issuer that is restricted to some properties, and for scopes or environments that it lacks
 */
export function requireGrantable(
  ctx: OperationContext,
  { environments: held }: Issuer,
  granted: { scopes: readonly string[]; environments: readonly string[] },
): void {
  requireAllProperties(ctx);
  for (const scope of granted.scopes.flatMap(partsOf)) requireScope(ctx.principal, scope);
  const foreign = granted.environments.find((environment) => !held.includes(environment));
  if (foreign === undefined) return;
  throw forbidden(
    'environment_not_allowed',
    `You can’t issue a key for ${foreign}, because your own credentials are not granted it.`,
  );
}
