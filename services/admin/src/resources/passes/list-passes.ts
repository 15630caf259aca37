import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { QueryFilter } from 'mongoose';
import { visibleProperties } from '../properties/property-restriction.ts';
import { withHolders } from './load-pass.ts';
import type { PassGroup, PassStatus } from './pass.schema.ts';

interface PassQuery extends ListedPage {
  propertyId?: string | undefined;
  accessPointId?: string | undefined;
  kind?: AccessPassRow['kind'] | undefined;
  status: PassStatus;
  createdById?: string | undefined;
}

/** A pass of the list, with the rows of all its holders. */
type ListedPass = AccessPassRow & { group: PassGroup };

type Condition = Pick<ListedPage, 'others'> & { filter: QueryFilter<AccessPassRow> };

/** Returns the condition of a status. Ended passes are counted as all passes without the live ones, on indexes alone. */
function conditionOf(status: PassStatus, now: Date): Condition {
  const live = { isLive: true, endsAt: { $gt: now } };
  if (status === 'live') return { filter: live };
  const all = { isLive: { $in: [true, false] } };
  if (status === 'all') return { filter: all };
  const ended = [{ isLive: false }, { endsAt: { $lte: now } }];
  return { filter: { ...all, $or: ended }, others: { field: '$or', filter: live } };
}

/** Lists the passes of a status within the caller's reach, including those of residents. */
export async function listPasses(ctx: OperationContext, query: PassQuery): Promise<RowsPage<ListedPass>> {
  const { propertyId, accessPointId, kind, status, createdById, ...page } = query;
  const { tenantId } = ctx;
  const visible = visibleProperties(ctx, propertyId);
  const { filter: condition, ...counted } = conditionOf(status, ctx.now);
  const filter = {
    tenantId,
    ...condition,
    groupId: null,
    ...(visible && { propertyId: visible }),
    ...(accessPointId && { accessPointIds: accessPointId }),
    ...(kind && { kind }),
    ...(createdById && { 'createdBy.id': createdById }),
  };
  const { rows, ...rest } = await listRows<AccessPassRow>(AccessPassModel, filter, { ...page, ...counted });
  const groups = await withHolders(tenantId, rows);
  return { rows: groups.map((group) => ({ ...group[0], group })), ...rest };
}
