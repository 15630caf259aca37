import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { withSearch } from '@pas/platform/lists/search-rows';
import { invalidField } from '@pas/shared/errors/raise';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { Model, QueryFilter } from 'mongoose';
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

type Condition = Pick<ListedPage, 'subtracted'> & { filter: QueryFilter<AccessPassRow> };

/** Returns the condition of a status. The count of ended passes is that of all minus that of live ones, by index keys. */
function conditionOf(status: PassStatus, now: Date): Condition {
  const live = { isLive: true, endsAt: { $gt: now } };
  if (status === 'live') return { filter: live };
  const all = { isLive: { $in: [true, false] } };
  if (status === 'all') return { filter: all };
  const ended = [{ isLive: false }, { endsAt: { $lte: now } }];
  return { filter: { ...all, $or: ended }, subtracted: { field: '$or', filter: live } };
}

/** The maximum number of further holders that a search finds, and the time limit of the look-up in milliseconds. */
const [maxFound, maxTimeMS] = [10_000, 5000];

/**
 * Returns the condition of passes whose first holder matches `q`, or one of the further holders. Each holder has a row
 * with their words. So the passes of further holders are looked up first.
 *
 * @throws invalid for words that match more than 10,000 further holders
 */
async function matching(filter: QueryFilter<AccessPassRow>, q: string): Promise<QueryFilter<AccessPassRow>> {
  const { tenantId, isLive } = filter;
  const model = AccessPassModel as unknown as Model<never>;
  const { tenantId: _tenant, isLive: _live, ...words } = await withSearch(model, { tenantId, isLive }, q);
  const further = await AccessPassModel.find({ ...filter, ...words, groupId: { $gt: '' } }, { groupId: 1 })
    .limit(maxFound + 1)
    .maxTimeMS(maxTimeMS)
    .lean<Pick<AccessPassRow, 'groupId'>[]>();
  if (further.length > maxFound) {
    const message = `q: More than ${maxFound} holders match. Add letters or another filter.`;
    throw invalidField('q', 'invalid_value', message);
  }
  const ids = new Set(further.map(({ groupId }) => groupId ?? ''));
  return ids.size === 0 ? words : { $and: [{ $or: [words, { _id: { $in: [...ids] } }] }] };
}

/** Lists the passes of a status within the caller's reach, including those of residents. */
export async function listPasses(ctx: OperationContext, query: PassQuery): Promise<RowsPage<ListedPass>> {
  const { propertyId, accessPointId, kind, status, createdById, q, ...page } = query;
  const { tenantId } = ctx;
  const visible = visibleProperties(ctx, propertyId);
  const { filter: condition, ...counted } = conditionOf(status, tenantNow(ctx));
  const passes = {
    tenantId,
    ...condition,
    ...(visible && { propertyId: visible }),
    ...(accessPointId && { accessPointIds: accessPointId }),
    ...(kind && { kind }),
    ...(createdById && { 'createdBy.id': createdById }),
  };
  const filter = { ...passes, ...(q !== undefined && (await matching(passes, q))), groupId: null };
  const { rows, ...rest } = await listRows<AccessPassRow>(AccessPassModel, filter, { ...page, ...counted });
  const groups = await withHolders(tenantId, rows);
  return { rows: groups.map((group) => ({ ...group[0], group })), ...rest };
}
