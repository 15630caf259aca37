import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { visibleProperties } from '../properties/property-restriction.ts';

interface UnitQuery extends ListedPage {
  ids?: string[] | undefined;
  propertyId?: string | undefined;
  occupancy?: UnitRow['occupancy'] | undefined;
  externalId?: string | undefined;
}

/** Lists the live units within the caller's reach. */
export async function listUnits(ctx: OperationContext, query: UnitQuery): Promise<RowsPage<UnitRow>> {
  const visible = visibleProperties(ctx, query.propertyId);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...(query.ids && { _id: { $in: query.ids } }),
    ...(visible && { propertyId: visible }),
    ...(query.occupancy && { occupancy: query.occupancy }),
    ...(query.externalId && { externalId: query.externalId }),
  };
  return listRows(UnitModel, filter, query);
}
