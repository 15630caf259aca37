import type { PublicContext } from '@pas/shared/context/operation-context';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';

interface TenantQuery extends ListedPage {
  status?: TenantRow['status'] | undefined;
}

/** Lists all tenants for the platform, and its own tenant for any other caller. */
export async function listTenants(ctx: PublicContext, query: TenantQuery): Promise<RowsPage<TenantRow>> {
  const filter = {
    isLive: true,
    ...(ctx.tenantId !== null && { _id: ctx.tenantId }),
    ...(query.status && { status: query.status }),
  };
  return listRows(TenantModel, filter, query);
}
