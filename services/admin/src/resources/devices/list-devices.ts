import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { visibleOwners } from './visible-owners.ts';

interface DeviceQuery extends ListedPage {
  userId?: string | undefined;
  status?: DeviceRow['status'] | undefined;
}

/** Lists the live devices of the users within the caller's reach. */
export async function listDevices(ctx: OperationContext, query: DeviceQuery): Promise<RowsPage<DeviceRow>> {
  const owners = await visibleOwners(ctx, query.userId);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...(owners && { userId: owners }),
    ...(query.status && { status: query.status }),
  };
  return listRows(DeviceModel, filter, query);
}
