import type { EventSource } from '@pas/platform/events/event-source';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { outboxSource } from '@pas/platform/events/outbox-source';

/** Outboxes of the service. The Core's outbox holds most events, so it is searched first. */
export const eventSources: readonly EventSource[] = [
  outboxSource(OutboxModel),
  outboxSource(ControlOutboxModel),
];
