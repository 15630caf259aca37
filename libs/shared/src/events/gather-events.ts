import { eventIdPrefix, type Envelope } from '@pas/platform/events/envelope';
import { newPrefixedId } from '@pas/platform/ids/prefixed-id';
import { gatheredTypes, type GatheredEvent } from './areas/onboarding.ts';
import type { EventOf, NewEvent } from './catalogue.ts';

/** The event that stands for many events of one change. */
export const batchType = 'pas.v1.onboarding.batch.committed';

/** Events of one batch. A batch is one row of the outbox: it must stay far below the 16 MB of a document. */
const most = 1000;

const types: ReadonlySet<string> = new Set(gatheredTypes);

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
    data: { aggregateVersion: 1, gathered: gathered as GatheredEvent[] },
  };
}

/**
 * Replaces the events of a large change by batches, but those that somebody besides the feed consumes. An event by itself
 * costs a row of the outbox, which is written and then marked, a message of the bus and a read by its consumer: together
 * more than the resident whom an import makes. Each event keeps an id of its own.
 */
export function gatherEvents(tenantId: string, events: readonly NewEvent[]): NewEvent[] {
  const many = events.filter(({ type }) => types.has(type));
  const batches = Array.from({ length: Math.ceil(many.length / most) }, (_, at) =>
    newBatch(tenantId, many.slice(at * most, (at + 1) * most)),
  );
  return [...events.filter(({ type }) => !types.has(type)), ...batches];
}

/** The events of a batch, as if each had been published by itself. */
export function eventsOfBatch(batch: EventOf<typeof batchType>): Envelope[] {
  return batch.data.gathered.map((event) => ({ ...batch, ...event }));
}
