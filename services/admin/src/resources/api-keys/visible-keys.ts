import type { OperationContext } from '@pas/shared/context/operation-context';
import type { QueryFilter } from 'mongoose';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { withinProperties } from '../../public-events/visible-events.ts';

/**
 * Builds the filter of the tenant's keys that a caller may see. A caller restricted to some properties sees
 * the keys restricted to a subset of them.
 */
export function visibleKeys({ tenantId, principal }: OperationContext): QueryFilter<ApiKeyRow> {
  return { tenantId, ...withinProperties(principal.propertyIds) };
}
