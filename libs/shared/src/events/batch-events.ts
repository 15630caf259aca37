import { eventIdPrefix, type Envelope } from '@pas/platform/events/envelope';
import { newPrefixedId } from '@pas/platform/ids/prefixed-id';
import { batchedTypes, type BatchedEvent } from './areas/onboarding.ts';
import type { EventOf, NewEvent } from './catalogue.ts';

/** Type of the event that carries many events of one change. */
export const batchType = 'pas.v1.onboarding.batch.committed';

/** Maximum number of events of a batch. A batch is one outbox row and must stay far below the 16 MB of a document. */
const maxEvents = 1000;

const types: ReadonlySet<string> = new Set(batchedTypes);

function newBatch(tenantId: string, events: readonly NewEvent[]): NewEvent<typeof batchType> {
  const gathered = events.map(({ type, subject, data }) => ({
    id: newPrefixedId(eventIdPrefix),
    type,
    subject,
    data,
  }));
  return {
    type: batchType,
    tenantId,
    subject: tenantId,
    data: { aggregateVersion: 1, gathered: gathered as BatchedEvent[] },
  };
}

/**
 * Replaces the events of a large change by batches. Events with consumers besides the feed stay separate. A separate
 * event costs an outbox row with two writes, a bus message and a consumer read. That is more than the import of a
 * resident costs. Each event keeps its own id.
 */
export function batchEvents(tenantId: string, events: readonly NewEvent[]): NewEvent[] {
  const many = events.filter(({ type }) => types.has(type));
  const batches = Array.from({ length: Math.ceil(many.length / maxEvents) }, (_, at) =>
    newBatch(tenantId, many.slice(at * maxEvents, (at + 1) * maxEvents)),
  );
  return [...events.filter(({ type }) => !types.has(type)), ...batches];
}

/** Returns the events of a batch as separate events. */
export function eventsOfBatch(batch: EventOf<typeof batchType>): Envelope[] {
  return batch.data.gathered.map((event) => ({ ...batch, ...event }));
}
