import { Counter, Histogram } from 'prom-client';

/** Events on the bus, by outcome. A rising share of `failed` means that NATS or one stream refuses events. */
export const eventsPublished = new Counter({
  name: 'events_published_total',
  help: 'Tries to publish an event, by outcome (sent, failed).',
  labelNames: ['outcome'],
});

/** Wait of events in the outbox. This figure rises first when NATS is unavailable or publishing is too slow. */
export const outboxSeconds = new Histogram({
  name: 'outbox_wait_seconds',
  help: 'Time from the commit of an event to its publication.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600],
});

/** Events at the consumers, by outcome. `dead` needs an operator. */
export const eventsConsumed = new Counter({
  name: 'events_consumed_total',
  help: 'Deliveries of events to a consumer, by outcome (done, later, failed, dead).',
  labelNames: ['durable', 'outcome'],
});

/**
 * Messages without a committed event. Each one needs an operator: an unauthorised publisher, or a database restored to
 * a time before its events.
 */
export const eventsUnvouched = new Counter({
  name: 'events_unvouched_total',
  help: 'Messages that name no event, or one that was not committed for their subject and environment.',
  labelNames: ['durable'],
});
