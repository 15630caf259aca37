import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { requireScope } from '@pas/shared/principal/require-scope';
import { requireAllProperties } from '../properties/property-restriction.ts';

/** What a scope lets its holder do, piece by piece: a `:*` is both of its halves. */
function partsOf(scope: string): string[] {
  if (!scope.endsWith(':*')) return [scope];
  const resource = scope.slice(0, -2);
  return [`${resource}:read`, `${resource}:write`];
}

/**
 * The environments that an issuer may pass on: a key those of its record. Of whoever has none, the gateway has only
 * proven that the request's is granted.
 */
async function environmentsOf({ principal, environment }: OperationContext): Promise<readonly string[]> {
  if (principal.kind !== 'api_key') return [environment];
  const issuer = await ApiKeyModel.findOne({ _id: principal.id ?? '' }, { environments: 1 }).lean<
    Pick<ApiKeyRow, 'environments'>
  >();
  return issuer?.environments ?? [environment];
}

/**
 * Lets an issuer hand on what it holds itself, and nothing beyond.
 *
 * @throws forbidden for an issuer that is restricted to some properties, and for scopes or environments that it lacks
 */
export async function requireGrantable(
  ctx: OperationContext,
  granted: { scopes: readonly string[]; environments: readonly string[] },
): Promise<void> {
  requireAllProperties(ctx);
  for (const scope of granted.scopes.flatMap(partsOf)) requireScope(ctx.principal, scope);
  if (granted.environments.every((environment) => environment === ctx.environment)) return;
  const held = await environmentsOf(ctx);
  const foreign = granted.environments.find((environment) => !held.includes(environment));
  if (foreign === undefined) return;
  throw forbidden(
    'environment_not_allowed',
    `You can’t issue a key for ${foreign}: your own credentials are not for it.`,
  );
}
