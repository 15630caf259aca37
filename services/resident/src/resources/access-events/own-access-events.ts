import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { withConfirmations } from '@pas/shared/access/with-confirmations';
import { loadResident } from '@pas/shared/accounts/load-resident';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { isCurrent } from '@pas/shared/models/user';
import type { QueryFilter } from 'mongoose';
import type { NamedEvent } from './access-event.schema.ts';

interface EventQuery extends Page {
  decision?: AccessEventRow['decision'] | undefined;
}

/**
 * Filters decisions that a resident may see. These are decisions for their current units from the move-in on, and their
 * own at doors of these properties. Actions of neighbours at a shared door are excluded.
 *
 * The filter has only alternatives. A common condition beside them would make the database read the events of the whole
 * tenant in order.
 */
async function ownEvents(
  ctx: OperationContext,
  decision: AccessEventRow['decision'] | undefined,
): Promise<QueryFilter<AccessEventRow>> {
  const { tenantId } = ctx;
  const { _id, residences } = await loadResident(ctx);
  const current = residences.filter((residence) => isCurrent(residence, ctx));
  const [first] = current.map(({ startsAt }) => startsAt).toSorted((a, b) => a.getTime() - b.getTime());
  const common = { tenantId, ...(decision && { decision }) };
  // A person without a home sees no event: an empty `$in` matches no row.
  if (!first) return { ...common, unitId: { $in: [] } };
  const homes = current.map(({ unitId, startsAt }) => ({
    ...common,
    unitId,
    occurredAt: { $gte: startsAt },
  }));
  const propertyIds = [...new Set(current.map(({ propertyId }) => propertyId))];
  const mine = { 'subject.id': _id, propertyId: { $in: propertyIds }, occurredAt: { $gte: first } };
  return { $or: [...homes, { ...common, ...mine }] };
}

/** Lists the decisions at doors that concern the signed-in resident. */
export async function listOwnAccessEvents(
  ctx: OperationContext,
  { decision, ...page }: EventQuery,
): Promise<RowsPage<NamedEvent>> {
  const { tenantId } = ctx;
  const filter = await ownEvents(ctx, decision);
  const { rows, ...rest } = await listRows<AccessEventRow>(AccessEventModel, filter, page);
  const ids = [...new Set(rows.map(({ accessPointId }) => accessPointId))];
  const doors = await AccessPointModel.find({ _id: { $in: ids }, tenantId }, { name: 1 }).lean<
    Pick<AccessPointRow, '_id' | 'name'>[]
  >();
  const names = new Map(doors.map(({ _id, name }) => [_id, name]));
  const events = await withConfirmations(tenantId, rows);
  return {
    rows: events.map((event) => ({ event, doorName: names.get(event.accessPointId) ?? null })),
    ...rest,
  };
}
