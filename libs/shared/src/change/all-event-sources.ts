import type { EventSource } from '@pas/platform/events/event-source';
import { outboxSource } from '@pas/platform/events/outbox-source';
import { eventSources } from '../events/event-sources.ts';
import { receiptOutbox } from '../models/webhook-receipt.ts';

/** All sources of events: the outboxes, and the receipts of webhooks, each of which is its own event. */
export const allEventSources: readonly EventSource[] = [...eventSources, outboxSource(receiptOutbox)];
