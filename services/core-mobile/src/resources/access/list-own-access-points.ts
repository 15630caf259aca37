import { loadResident } from '@pas/shared/accounts/load-resident';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { isCurrent } from '@pas/shared/models/user';

/** Lists the doors that the signed-in resident may open now. The query matches the decision of `mayOpen`. */
export async function listOwnAccessPoints(
  ctx: OperationContext,
  page: Page,
): Promise<RowsPage<AccessPointRow>> {
  const { residences } = await loadResident(ctx);
  const current = residences.filter((residence) => isCurrent(residence, ctx));
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    propertyId: { $in: current.map(({ propertyId }) => propertyId) },
    unitId: { $in: [null, ...current.map(({ unitId }) => unitId)] },
  };
  return listRows(AccessPointModel, filter, page);
}
