import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { partsOfScope } from '@pas/shared/principal/principal';
import { requireScope } from '@pas/shared/principal/require-scope';
import { requireAllProperties } from '@pas/shared/principal/require-all-properties';
import type { Issuer } from './read-issuer.ts';

/**
 * Requires that an issuer holds everything that it grants, and every grant of a key that it changes or
 * rotates.
 *
 * @throws forbidden for scopes, environments or properties that the issuer lacks
 */
export function requireGrantable(
  { principal }: OperationContext,
  { environments: held }: Issuer,
  { scopes, environments, propertyIds }: Pick<ApiKeyRow, 'scopes' | 'environments' | 'propertyIds'>,
): void {
  for (const scope of scopes.flatMap(partsOfScope)) requireScope(principal, scope);
  const foreign = environments.find((environment) => !held.includes(environment));
  if (foreign !== undefined) {
    throw forbidden(
      'environment_not_allowed',
      `You can’t issue or change a key for ${foreign}, because your own credentials are not granted it.`,
    );
  }
  if (propertyIds === null) requireAllProperties({ principal });
}
