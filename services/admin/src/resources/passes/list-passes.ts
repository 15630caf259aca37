import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { visibleProperties } from '../properties/property-restriction.ts';
import type { PassGroup } from './pass.schema.ts';

interface PassQuery extends ListedPage {
  propertyId?: string | undefined;
  accessPointId?: string | undefined;
  kind?: AccessPassRow['kind'] | undefined;
  createdById?: string | undefined;
}

/** A pass of the list, with the rows of all its holders. */
type ListedPass = AccessPassRow & { group: PassGroup };

/** Adds the rows of the further holders to each pass, with one read for all of them. */
async function withHolders(tenantId: string, passes: readonly AccessPassRow[]): Promise<ListedPass[]> {
  const ids = passes.map(({ _id }) => _id);
  const further = await AccessPassModel.find({ tenantId, isLive: true, groupId: { $in: ids } })
    .sort({ _id: 1 })
    .lean<AccessPassRow[]>();
  const byPass = Map.groupBy(further, ({ groupId }) => groupId);
  return passes.map((pass) => ({ ...pass, group: [pass, ...(byPass.get(pass._id) ?? [])] }));
}

/** Lists the passes within the caller's reach that have not ended, including those of residents. */
export async function listPasses(ctx: OperationContext, query: PassQuery): Promise<RowsPage<ListedPass>> {
  const { propertyId, accessPointId, kind, createdById, ...page } = query;
  const visible = visibleProperties(ctx, propertyId);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    groupId: null,
    ...(visible && { propertyId: visible }),
    ...(accessPointId && { accessPointIds: accessPointId }),
    ...(kind && { kind }),
    ...(createdById && { 'createdBy.id': createdById }),
    endsAt: { $gt: ctx.now },
  };
  const { rows, ...rest } = await listRows<AccessPassRow>(AccessPassModel, filter, page);
  return { rows: await withHolders(ctx.tenantId, rows), ...rest };
}
