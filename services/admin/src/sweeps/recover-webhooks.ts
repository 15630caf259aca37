import { insertRows } from '@pas/platform/mongo/insert-rows';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { selectMissed, typesOf } from '../webhooks/missed-events.ts';
import { newAttempt } from '../webhooks/new-attempt.ts';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Events per change. */
const batchSize = 500;

async function recoverSome(ctx: OperationContext, change: Change, id: string): Promise<boolean> {
  const { tenantId, now } = ctx;
  const { session } = change;
  const endpoint = await WebhookEndpointModel.findOne({ _id: id, tenantId, isLive: true })
    .session(session)
    .lean<WebhookEndpointRow>();
  const since = endpoint?.recoverSince;
  if (!endpoint || !since) return false;
  const events = await PublicEventModel.find({
    tenantId,
    type: { $in: typesOf(endpoint) },
    seq: { $gt: endpoint.recoveredSeq },
    occurredAt: { $gte: since },
  })
    .sort({ seq: 1 })
    .limit(batchSize)
    .session(session)
    .lean<PublicEventRow[]>();
  const missing = await selectMissed(endpoint, events, session);
  await insertRows(
    WebhookAttemptModel,
    missing.map((event) => newAttempt(event, id, now)),
    session,
  );
  if (missing.length > 0) change.wake('webhooks');
  const isOver = events.length < batchSize || endpoint.status !== 'ACTIVE';
  const recoveredSeq = events.at(-1)?.seq ?? endpoint.recoveredSeq;
  const moved = isOver ? { recoverSince: null, recoveredSeq: 0 } : { recoveredSeq };
  await WebhookEndpointModel.updateOne({ _id: id, tenantId }, { $set: moved }, { session });
  return true;
}

/**
 * Resends the events that an endpoint has missed, batch by batch. Each batch moves the endpoint's checkpoint
 * in the same change, so that a crash repeats nothing.
 */
export const recoverWebhooks: Sweep = {
  name: 'events that endpoints have missed',
  everyRounds: 3,
  isWoken: true,

  async findDue(_now, limit, except) {
    const due = await WebhookEndpointModel.find(
      { recoverSince: { $type: 'date' }, ...ofOtherTenants(except) },
      { tenantId: 1, isLive: 1 },
    )
      .setOptions({ crossTenant: 'endpoints-to-recover' })
      .limit(limit)
      .lean<Pick<WebhookEndpointRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  apply: async (ctx, id) => commit(ctx, async (change) => recoverSome(ctx, change, id)),
};
