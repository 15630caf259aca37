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
 * The decisions that a resident may see: those for the units of their current residences, since they have lived there, and
 * their own at the doors of these properties. What neighbours do at a shared door is not theirs.
 *
 * It is a list of alternatives and nothing else. With a common condition beside them, the store would read the events of
 * the whole tenant in their order, until it has found enough of one person.
 */
async function ownEvents(
  ctx: OperationContext,
  decision: AccessEventRow['decision'] | undefined,
): Promise<QueryFilter<AccessEventRow>> {
  const { tenantId, now } = ctx;
  const { _id, residences } = await loadResident(ctx);
  const current = residences.filter((residence) => isCurrent(residence, now));
  const [first] = current.map(({ startsAt }) => startsAt).toSorted((a, b) => a.getTime() - b.getTime());
  const common = { tenantId, ...(decision && { decision }) };
  // Without a home there is nothing to see; `$in` of nothing matches none.
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
