import type { OperationContext } from '@pas/shared/context/operation-context';
import { publicEventDays, PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { selectMissed, typesOf } from '../../webhooks/missed-events.ts';
import { loadWebhookEndpoint } from './load-webhook-endpoint.ts';

/** Events that are checked with two statements. */
const batchSize = 1000;

/** Maximum number of events that one request checks. */
const maxChecked = 5000;

const keptMs = publicEventDays * 24 * 3_600_000;

type CheckedEvent = Pick<PublicEventRow, '_id' | 'seq' | 'type' | 'propertyIds' | 'occurredAt' | 'createdAt'>;

/** The events that an endpoint has missed. */
interface MissedEvents {
  count: number;
  /** The time of the oldest one; null without any. */
  since: Date | null;
  /** Whether all events were checked. */
  complete: boolean;
}

/** Reads the events before a position, newest first. */
const readBefore = (endpoint: WebhookEndpointRow, seq: number): Promise<CheckedEvent[]> =>
  PublicEventModel.find(
    { tenantId: endpoint.tenantId, type: { $in: typesOf(endpoint) }, seq: { $lt: seq } },
    { seq: 1, type: 1, propertyIds: 1, occurredAt: 1, createdAt: 1 },
  )
    .sort({ seq: -1 })
    .limit(batchSize)
    .lean<CheckedEvent[]>();

/**
 * Counts the events since an endpoint was created that neither reached it nor are planned. Checks the newest
 * 5,000 events: ten statements. A recovery under way leaves out its events.
 *
 * @throws not_found
 */
export async function countMissedEvents(ctx: OperationContext, id: string): Promise<MissedEvents> {
  const endpoint = await loadWebhookEndpoint(ctx, id);
  const { createdAt, recoverSince } = endpoint;
  const oldest = Math.max(createdAt.getTime(), ctx.now.getTime() - keptMs);
  const isDue = ({ occurredAt }: CheckedEvent): boolean =>
    occurredAt.getTime() >= oldest && (recoverSince === null || occurredAt < recoverSince);
  const missed: CheckedEvent[] = [];
  let seq = Number.MAX_SAFE_INTEGER;
  let complete = false;
  for (let checked = 0; checked < maxChecked && !complete; checked += batchSize) {
    const events = await readBefore(endpoint, seq);
    missed.push(...(await selectMissed(endpoint, events.filter(isDue))));
    const last = events.at(-1);
    // An earlier position was given earlier; the event may have happened long before.
    complete = events.length < batchSize || last === undefined || last.createdAt.getTime() < oldest;
    seq = last?.seq ?? 0;
  }
  const times = missed.map(({ occurredAt }) => occurredAt.getTime());
  const since = times.length === 0 ? null : new Date(Math.min(...times));
  return { count: missed.length, since, complete };
}
