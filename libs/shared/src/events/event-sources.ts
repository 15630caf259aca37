import type { EventSource } from '@pas/platform/events/event-source';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { outboxSource } from '@pas/platform/events/outbox-source';

/** Where the service commits its events. Most stand in the outbox of the Core, so it is asked first. */
export const eventSources: readonly EventSource[] = [
  outboxSource(OutboxModel),
  outboxSource(ControlOutboxModel),
];
