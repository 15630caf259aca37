import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { visibleProperties } from '../properties/property-restriction.ts';

interface AccessPointQuery extends ListedPage {
  ids?: string[] | undefined;
  propertyId?: string | undefined;
  unitId?: string | undefined;
  kind?: AccessPointRow['kind'] | undefined;
  online?: boolean | undefined;
}

/** Lists the live access points within the caller's reach. */
export async function listAccessPoints(
  ctx: OperationContext,
  query: AccessPointQuery,
): Promise<RowsPage<AccessPointRow>> {
  const visible = visibleProperties(ctx, query.propertyId);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...(query.ids && { _id: { $in: query.ids } }),
    ...(visible && { propertyId: visible }),
    ...(query.unitId && { unitId: query.unitId }),
    ...(query.kind && { kind: query.kind }),
    ...(query.online !== undefined && { online: query.online }),
  };
  return listRows(AccessPointModel, filter, query);
}
