import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, stuckIndexes, type InviteRow } from '@pas/shared/models/invite';

/** Time without an opening after which an invite counts as stuck, in milliseconds. */
const unopenedMs = 48 * 3_600_000;

const onTheirWay = ['QUEUED', 'SENT', 'DELIVERED'] as const;
const maxTimeMS = 5000;

/** Reasons of stuck invites, each with its filter and a selective index. */
function reasonsAt(ctx: OperationContext) {
  const pending = pendingAt(ctx);
  const undelivered = {
    ...pending,
    'deliveries.status': { $in: ['BOUNCED', 'FAILED'] as const },
    deliveries: { $not: { $elemMatch: { status: { $in: onTheirWay } } } },
  };
  const lastSentAt = { $lt: new Date(tenantNow(ctx).getTime() - unopenedMs) };
  return [
    { filter: undelivered, index: stuckIndexes.undelivered },
    { filter: { ...pending, lastSentAt, previewedAt: null }, index: stuckIndexes.unopened },
    { filter: { renewalRequestedAt: { $gt: new Date(0) } }, index: stuckIndexes.renewal },
  ];
}

/**
 * Finds the stuck invites of the tenant. Either no delivery arrived, the link was not opened for two days, or
 * the person requested a new link. Each reason is a separate query: for a combined one, MongoDB would scan
 * every invite of the tenant.
 *
 * @returns their ids
 */
export async function findStuck(ctx: OperationContext): Promise<string[]> {
  const { tenantId } = ctx;
  const found = await Promise.all(
    reasonsAt(ctx).map(async ({ filter, index }) =>
      InviteModel.find({ tenantId, ...filter }, { _id: 1 })
        .hint(index.fields)
        .maxTimeMS(maxTimeMS)
        .lean<Pick<InviteRow, '_id'>[]>(),
    ),
  );
  return [...new Set(found.flat().map(({ _id }) => _id))];
}
