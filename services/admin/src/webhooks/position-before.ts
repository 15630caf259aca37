import { clockToleranceMs } from '@pas/shared/context/clock-tolerance';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { publicEventTypes } from '@pas/shared/events/public-types';
import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';

type EventPosition = Pick<PublicEventRow, 'seq' | 'createdAt'>;

/** Positions that are left to the reader of the events. */
const closeEnough = 500;

/**
 * Returns a position of the tenant's order before all events since a time. At most 500 positions lie between it and the
 * first of them. The search halves the order, so it reads twelve rows of two million. Events get their position after
 * they happened, by the clock of another process.
 */
export async function positionBefore(
  { tenantId }: Pick<OperationContext, 'tenantId'>,
  since: Date,
): Promise<number> {
  const ofTenant = { tenantId, type: { $in: [...publicEventTypes] } };
  const read = (filter: object, order: 1 | -1) =>
    PublicEventModel.findOne({ ...ofTenant, ...filter }, { seq: 1, createdAt: 1 })
      .sort({ seq: order })
      .lean<EventPosition>();
  const earliest = since.getTime() - clockToleranceMs;
  const [first, last] = await Promise.all([read({}, 1), read({}, -1)]);
  if (!first || !last) return 0;
  let before = first.seq - 1;
  let end = last.seq;
  while (end - before > closeEnough) {
    const middle = Math.ceil((before + end) / 2);
    const event = await read({ seq: { $gte: middle } }, 1);
    if (event && event.createdAt.getTime() < earliest) before = event.seq;
    else end = middle - 1;
  }
  return before;
}
