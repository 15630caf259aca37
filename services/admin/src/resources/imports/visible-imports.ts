import type { OperationContext } from '@pas/shared/context/operation-context';

/**
 * Builds the filter of the imports within the caller's reach: those of the whole tenant, or of its own
 * properties.
 */
export function visibleImports({ tenantId, principal }: OperationContext) {
  const { propertyIds } = principal;
  if (propertyIds === null) return { tenantId };
  const allowed = [...propertyIds];
  return { tenantId, reach: { $in: allowed, $not: { $elemMatch: { $nin: allowed } } } };
}
