import type { OperationContext } from '@pas/shared/context/operation-context';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, stuckIndexes, type InviteRow } from '@pas/shared/models/invite';

/** How long a person may leave a message unopened before the invite counts as stuck, in milliseconds. */
const unopenedMs = 48 * 3_600_000;

const onTheirWay = ['QUEUED', 'SENT', 'DELIVERED'] as const;
const maxTimeMS = 5000;

/** Why an invite is stuck: each reason with its filter and the index that holds little besides its rows. */
function reasonsAt(now: Date) {
  const pending = pendingAt(now);
  const undelivered = {
    ...pending,
    'deliveries.status': { $in: ['BOUNCED', 'FAILED'] as const },
    deliveries: { $not: { $elemMatch: { status: { $in: onTheirWay } } } },
  };
  const lastSentAt = { $lt: new Date(now.getTime() - unopenedMs) };
  return [
    { filter: undelivered, index: stuckIndexes.undelivered },
    { filter: { ...pending, lastSentAt, previewedAt: null }, index: stuckIndexes.unopened },
    { filter: { renewalRequestedAt: { $gt: new Date(0) } }, index: stuckIndexes.renewal },
  ];
}

/**
 * Finds the stuck invites of the tenant: no delivery arrived, the link was not opened for two days, or the person asked
 * for a new link. The reasons are asked one by one: for all of them in one query, MongoDB reads every invite of the tenant.
 *
 * @returns their ids
 */
export async function findStuck({ tenantId, now }: OperationContext): Promise<string[]> {
  const found = await Promise.all(
    reasonsAt(now).map(async ({ filter, index }) =>
      InviteModel.find({ tenantId, ...filter }, { _id: 1 })
        .hint(index.fields)
        .maxTimeMS(maxTimeMS)
        .lean<Pick<InviteRow, '_id'>[]>(),
    ),
  );
  return [...new Set(found.flat().map(({ _id }) => _id))];
}
