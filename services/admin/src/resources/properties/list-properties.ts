import type { OperationContext } from '@pas/shared/context/operation-context';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { mayAccessProperty, visibleProperties } from './property-restriction.ts';

interface PropertyQuery extends ListedPage {
  ids?: string[] | undefined;
  status?: 'ACTIVE' | 'ARCHIVED' | undefined;
  externalId?: string | undefined;
}

/** Lists the live properties within the caller's reach. */
export async function listProperties(
  ctx: OperationContext,
  query: PropertyQuery,
): Promise<RowsPage<PropertyRow>> {
  const reached = query.ids?.filter((id) => mayAccessProperty(ctx, id));
  const visible = reached ? { $in: reached } : visibleProperties(ctx, undefined);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...(visible && { _id: visible }),
    ...(query.status && { status: query.status }),
    ...(query.externalId && { externalId: query.externalId }),
  };
  return listRows(PropertyModel, filter, query);
}
