import { hash } from 'node:crypto';
import { encodeBase32 } from '@pas/platform/ids/base32';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { createEnvelope } from '@pas/platform/events/envelope';
import { newOutboxRows, type OutboxRow } from '@pas/platform/events/outbox';
import type { Provider } from '@pas/shared/models/webhook-receipt';
import type { Receipt } from '../processing/receipt.ts';
import type { VerifiedWebhook } from '../providers/receiver.ts';
import { readHeader } from '../providers/signed-request.ts';
import type { InsertReceipt } from './insert-receipts.ts';

/** Dependencies of the storage of receipts. */
export interface ReceiptStore {
  environment: string;
  service: string;
  events: Pick<CommittedEvents, 'sweepableAt'>;
  insert: InsertReceipt;
}

/** Returns the id of a receipt. It is the same for all deliveries of one webhook. */
function receiptIdOf(provider: Provider, key: string): string {
  const digest = hash('sha256', `${provider} ${key}`, 'hex').slice(0, 32);
  return `rcpt_${encodeBase32(BigInt(`0x${digest}`))}`;
}

/** Makes the outbox part of a receipt. Its event has the id of the receipt. */
function newEventRow(store: ReceiptStore, id: string, { provider }: VerifiedWebhook): OutboxRow {
  const now = new Date();
  const event = {
    type: 'pas.v1.inbound.receipt.stored',
    tenantId: '',
    subject: id,
    data: { aggregateVersion: 1, receiptId: id, provider },
  };
  const envelope = { ...createEnvelope(event, store.service, now), id };
  const options = { environment: store.environment, now, lockUntil: store.events.sweepableAt() };
  const [row] = newOutboxRows([envelope], options);
  if (!row) throw new Error('An envelope makes a row.');
  return row;
}

/**
 * Stores a verified webhook once, with its event, by one majority write. The caller processes the receipt or hands it
 * to the consumer, and publishes the event. The sweeper publishes remaining events.
 *
 * @returns null for a repeat
 * @throws unavailable while an earlier delivery is being stored, so that the provider repeats it. The driver's errors
 *   while the database is unavailable
 */
export async function storeReceipt(store: ReceiptStore, webhook: VerifiedWebhook): Promise<Receipt | null> {
  const { provider, request, rawBody, summary } = webhook;
  const id = receiptIdOf(provider, summary.key);
  const row = {
    ...newEventRow(store, id, webhook),
    provider,
    eventType: summary.eventType,
    method: request.method as 'GET' | 'POST',
    url: request.url,
    contentType: readHeader(request, 'content-type') ?? null,
    raw: rawBody,
    contactDigests: [...summary.contactDigests],
    progress: 'RECEIVED' as const,
    processedAt: null,
  };
  return (await store.insert(row)) ? row : null;
}
