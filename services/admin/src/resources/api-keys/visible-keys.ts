import type { OperationContext } from '@pas/shared/context/operation-context';
import type { QueryFilter } from 'mongoose';
import type { ApiKeyRow } from '@pas/shared/models/api-key';

/**
 * Builds the filter of the tenant's keys that a caller may see. A caller restricted to some properties sees
 * the keys restricted to a subset of them.
 */
export function visibleKeys({ tenantId, principal }: OperationContext): QueryFilter<ApiKeyRow> {
  if (principal.propertyIds === null) return { tenantId };
  const beyond = { $elemMatch: { $nin: [...principal.propertyIds] } };
  return { tenantId, propertyIds: { $ne: null, $not: beyond } };
}
