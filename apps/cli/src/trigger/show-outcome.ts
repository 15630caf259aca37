import { setTimeout as pause } from 'node:timers/promises';
import { eventIdPrefix, type Envelope } from '@pas/platform/events/envelope';
import { ControlOutboxModel, OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { encodeBase32 } from '@pas/platform/ids/base32';
import { AuditSubmission } from '@pas/shared/events/areas/audit';
import { PhoneConsentModel, type PhoneConsentRow } from '@pas/shared/models/phone-consent';
import {
  WebhookReceiptModel,
  type Provider,
  type WebhookReceiptRow,
} from '@pas/shared/models/webhook-receipt';

/** A webhook that the system has acknowledged. */
export interface AcknowledgedWebhook {
  provider: Provider;
  /** Correlates the receipt with its events and audit records. */
  correlationId: string;
  sentAt: Date;
  /** Phone number in E.164 whose consent to texts is shown; null for none. */
  phone: string | null;
}

type Print = (line: string) => void;

/** Longest wait for the end of a receipt, and the polling interval, in milliseconds. */
const [maxWaitMs, everyMs] = [20_000, 100];

/** Largest clock difference between processes of a local system, in milliseconds. */
const toleranceMs = 5000;

async function findReceipt({
  provider,
  correlationId,
  sentAt,
}: AcknowledgedWebhook): Promise<WebhookReceiptRow | null> {
  const createdAt = { $gte: new Date(sentAt.getTime() - toleranceMs) };
  const filter = { provider, createdAt, 'envelope.correlationid': correlationId };
  return WebhookReceiptModel.findOne(filter, { raw: 0 }).lean<WebhookReceiptRow>();
}

const isOver = ({ progress, state }: WebhookReceiptRow): boolean =>
  progress !== 'RECEIVED' || state === 'held';

/** Waits until a receipt is processed or given up. Returns its present state after 20 s. */
async function waitForEnd(webhook: AcknowledgedWebhook): Promise<WebhookReceiptRow | null> {
  const giveUpAt = Date.now() + maxWaitMs;
  let receipt = await findReceipt(webhook);
  while (receipt && !isOver(receipt) && Date.now() < giveUpAt) {
    await pause(everyMs);
    receipt = await findReceipt(webhook);
  }
  return receipt;
}

/** Returns the smallest id of events from this time on (RFC 9562, section 5.7). */
const firstEventId = (at: Date): string => `${eventIdPrefix}_${encodeBase32(BigInt(at.getTime()) << 80n)}`;

/** Finds the events and audit records that a webhook caused, in order, without the events of sealed records. */
async function findEvents({ correlationId, sentAt }: AcknowledgedWebhook): Promise<Envelope[]> {
  const _id = { $gte: firstEventId(new Date(sentAt.getTime() - toleranceMs)) };
  const filter = { _id, 'envelope.correlationid': correlationId };
  const found = await Promise.all(
    [OutboxModel, ControlOutboxModel].map((outbox) => outbox.find(filter).lean<OutboxRow[]>()),
  );
  return found
    .flat()
    .filter(({ subject }) => subject !== 'pas.v1.audit.record.appended')
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .map(({ envelope }) => envelope);
}

/** Formats a value of a change. The audit has only a digest of a personal value. */
function textOf(value: unknown): string {
  if (value === null) return '–';
  if (typeof value === 'object' && 'digest' in value) return '(personal)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats an audit record: the action, its targets, and each field before and after. */
function linesOfRecord({ action, targets, changes }: AuditSubmission): string[] {
  const about = targets.map(({ type, id }) => `${type} ${id ?? '–'}`).join(', ');
  const fields = changes.map(({ path, before, after }) => `  ${path}: ${textOf(before)} → ${textOf(after)}`);
  return [`audit ${action}: ${about}`, ...fields];
}

function linesOf({ type, subject, data }: Envelope): string[] {
  const { data: record } = AuditSubmission.safeParse(data);
  if (type === 'pas.v1.audit.record.submitted' && record) return linesOfRecord(record);
  return [`event ${type.replace('pas.v1.', '')}: ${subject}`];
}

async function linesOfConsent(phone: string | null): Promise<string[]> {
  if (phone === null) return [];
  const consent = await PhoneConsentModel.findById(phone).lean<PhoneConsentRow>();
  return [
    `texts to ${phone}: ${consent ? `${consent.state} (${consent.source})` : 'allowed, never refused'}`,
  ];
}

/** Reasons why the service ignores a webhook, with the remedy. */
const reasons: Readonly<Record<Provider, string>> = {
  'telephony-a': 'Ignored: only texts STOP, START and HELP count, and reports of known texts and calls.',
  'telephony-b': 'Ignored: only texts STOP, START and HELP count, and reports of known texts and calls.',
  payments:
    'Ignored: no tenant has this customer, or the event type does not concern a subscription or an invoice. Set `billing.customerId` of a tenant by PATCH /api/admin/tenants/{id}.',
  identity:
    'Ignored: no account has this identity, or the event type does not concern a user or a session. `data.id` (`data.user_id` for a session) must be the `sub` of the person’s tokens.',
};

/** Explains the state of a receipt; null when it needs no explanation. */
function sentenceOf({ provider, progress, state }: WebhookReceiptRow): string | null {
  if (state === 'held')
    return 'Its processing has failed five times. `pas dead-letters list --durable process-receipts` shows the reason, and `replay` retries it.';
  if (progress === 'RECEIVED')
    return 'It is not processed yet. Check whether the webhooks service runs, and read its log.';
  return progress === 'IGNORED' ? reasons[provider] : null;
}

function stateOf({ progress, state, createdAt, processedAt }: WebhookReceiptRow): string {
  if (state === 'held') return 'DEAD';
  return processedAt === null
    ? progress
    : `${progress} after ${processedAt.getTime() - createdAt.getTime()} ms`;
}

/**
 * Prints the outcome of a webhook line by line: the state of its receipt, its events and its audit records.
 *
 * @returns whether the receipt is processed or ignored
 */
export async function showOutcome(webhook: AcknowledgedWebhook, print: Print): Promise<boolean> {
  const receipt = await waitForEnd(webhook);
  if (!receipt) {
    print(
      'No new receipt: an event with this id was received before, and a repeat changes nothing. Send it with another id.',
    );
    return true;
  }
  print(`receipt ${receipt._id}: ${stateOf(receipt)}`);
  const lines = (await findEvents(webhook)).flatMap(linesOf);
  lines.forEach(print);
  (await linesOfConsent(webhook.phone)).forEach(print);
  const sentence = sentenceOf(receipt);
  if (sentence !== null) print(sentence);
  else if (lines.length === 0)
    print('No record: the event contains no new facts, or it belongs to no tenant.');
  return receipt.progress !== 'RECEIVED';
}
