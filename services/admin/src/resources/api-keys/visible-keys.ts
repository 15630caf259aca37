import type { OperationContext } from '@pas/shared/context/operation-context';
import type { QueryFilter } from 'mongoose';
import type { ApiKeyRow } from '@pas/shared/models/api-key';

/**
 * The filter of the keys that a caller may see: the tenant's own. A caller restricted to some properties sees those
 * that reach no further than these.
 */
export function visibleKeys({ tenantId, principal }: OperationContext): QueryFilter<ApiKeyRow> {
  if (principal.propertyIds === null) return { tenantId };
  const beyond = { $elemMatch: { $nin: [...principal.propertyIds] } };
  return { tenantId, propertyIds: { $ne: null, $not: beyond } };
}
