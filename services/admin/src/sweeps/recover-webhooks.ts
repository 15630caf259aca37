import { insertRows } from '@pas/platform/mongo/insert-rows';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { newAttempt } from '../webhooks/new-attempt.ts';
import { getsEvent } from '../webhooks/queue-attempts.ts';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Events per change. */
const batchSize = 500;

const typesOf = (events: readonly string[]): PublicEventType[] =>
  publicEventTypes.filter((type) => events.includes('*') || events.includes(type));

/** Returns the events that an endpoint has got, or that are planned for it. */
async function sentOrPending(
  { session }: Change,
  { tenantId, _id: endpointId }: WebhookEndpointRow,
  events: readonly PublicEventRow[],
): Promise<ReadonlySet<string>> {
  const eventId = { $in: events.map(({ _id }) => _id) };
  const status = { $in: ['SUCCEEDED' as const, 'PENDING' as const] };
  const found = await WebhookAttemptModel.find({ tenantId, endpointId, eventId, status }, { eventId: 1 })
    .session(session)
    .lean<{ eventId: string }[]>();
  return new Set(found.map((attempt) => attempt.eventId));
}

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
    type: { $in: typesOf(endpoint.events) },
    seq: { $gt: endpoint.recoveredSeq },
    occurredAt: { $gte: since },
  })
    .sort({ seq: 1 })
    .limit(batchSize)
    .session(session)
    .lean<PublicEventRow[]>();
  const sent = await sentOrPending(change, endpoint, events);
  const missing = events.filter((event) => !sent.has(event._id) && getsEvent(endpoint, event));
  await insertRows(
    WebhookAttemptModel,
    missing.map((event) => newAttempt(event, id, now)),
    session,
  );
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

  async findDue(_now, limit) {
    const due = await WebhookEndpointModel.find(
      { recoverSince: { $type: 'date' } },
      { tenantId: 1, isLive: 1 },
    )
      .setOptions({ crossTenant: 'endpoints-to-recover' })
      .limit(limit)
      .lean<Pick<WebhookEndpointRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  settle: async (ctx, id) => commit(ctx, async (change) => recoverSome(ctx, change, id)),
};
