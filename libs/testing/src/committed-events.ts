import type { Envelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import type { EventOf, EventType } from '@pas/shared/events/catalogue';
import { batchType, eventsOfBatch } from '@pas/shared/events/batch-events';

/** Reads the events of one type that a tenant's changes have committed in the Core, singly or in batches. */
export async function committedEvents(tenantId: string, type: EventType): Promise<Envelope[]> {
  const rows = await OutboxModel.find({ tenantId, subject: { $in: [type, batchType] } }).lean();
  return rows
    .flatMap(({ envelope }) =>
      envelope.type === batchType ? eventsOfBatch(envelope as EventOf<typeof batchType>) : [envelope],
    )
    .filter((event) => event.type === type);
}
