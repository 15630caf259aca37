import type { OperationContext } from '@pas/shared/context/operation-context';

/** The filter of the imports within the caller's reach: of the whole tenant, or of its own properties alone. */
export function visibleImports({ tenantId, principal }: OperationContext) {
  const { propertyIds } = principal;
  if (propertyIds === null) return { tenantId };
  const allowed = [...propertyIds];
  return { tenantId, reach: { $in: allowed, $not: { $elemMatch: { $nin: allowed } } } };
}
