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
export interface Acknowledged {
  provider: Provider;
  /** By it the receipt is found, and everything that was done for it. */
  correlationId: string;
  sentAt: Date;
  /** Whose consent to texts is shown, E.164; null for nobody's. */
  phone: string | null;
}

type Print = (line: string) => void;

/** How long a receipt is waited for, in milliseconds. */
const [maxWaitMs, everyMs] = [20_000, 100];

/** The clocks of the parts of a local system differ by less, in milliseconds. */
const toleranceMs = 5000;

async function findReceipt({
  provider,
  correlationId,
  sentAt,
}: Acknowledged): Promise<WebhookReceiptRow | null> {
  const createdAt = { $gte: new Date(sentAt.getTime() - toleranceMs) };
  const filter = { provider, createdAt, 'envelope.correlationid': correlationId };
  return WebhookReceiptModel.findOne(filter, { raw: 0 }).lean<WebhookReceiptRow>();
}

const isOver = ({ progress, state }: WebhookReceiptRow): boolean =>
  progress !== 'RECEIVED' || state === 'held';

/** Waits until a receipt is processed, or given up; after a time it is shown as it is. */
async function waitForEnd(webhook: Acknowledged): Promise<WebhookReceiptRow | null> {
  const giveUpAt = Date.now() + maxWaitMs;
  let receipt = await findReceipt(webhook);
  while (receipt && !isOver(receipt) && Date.now() < giveUpAt) {
    await pause(everyMs);
    receipt = await findReceipt(webhook);
  }
  return receipt;
}

/** The least id of an event that was made at a time or later (RFC 9562, section 5.7). */
const firstEventId = (at: Date): string => `${eventIdPrefix}_${encodeBase32(BigInt(at.getTime()) << 80n)}`;

/** The events and audit records of the work for a webhook, in their order, without that the records are sealed. */
async function findEvents({ correlationId, sentAt }: Acknowledged): Promise<Envelope[]> {
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

/** A value of a change. Of personal ones the audit has a digest alone. */
function textOf(value: unknown): string {
  if (value === null) return '–';
  if (typeof value === 'object' && 'digest' in value) return '(personal)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an audit record says: the action, what it was done to, and each field before and after. */
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

/** Why a webhook concerns nothing here, and what to do about it. */
const reasons: Readonly<Record<Provider, string>> = {
  'telephony-a':
    'Nothing here is concerned: a text counts only as STOP, START or HELP, and a report only of a text or call that is known.',
  'telephony-b':
    'Nothing here is concerned: a text counts only as STOP, START or HELP, and a report only of a text or call that is known.',
  payments:
    'Nothing here is concerned: no tenant has this customer, or the type says nothing of a subscription or an invoice. Set `billing.customerId` of a tenant by PATCH /api/admin/tenants/{id}.',
  identity:
    'Nothing here is concerned: nobody has signed in with this identity, or the type says nothing of a user or a session. `data.id` (of a session: `data.user_id`) is the `sub` of the person’s tokens.',
};

/** What became of a receipt, in a sentence. */
function sentenceOf({ provider, progress, state }: WebhookReceiptRow): string | null {
  if (state === 'held')
    return 'Its processing has failed five times. `pas dead-letters list --durable process-receipts` says why, and `replay` tries it again.';
  if (progress === 'RECEIVED')
    return 'It is not processed yet. Look whether the webhooks service runs, and at its log.';
  return progress === 'IGNORED' ? reasons[provider] : null;
}

function stateOf({ progress, state, createdAt, processedAt }: WebhookReceiptRow): string {
  if (state === 'held') return 'DEAD';
  return processedAt === null
    ? progress
    : `${progress} after ${processedAt.getTime() - createdAt.getTime()} ms`;
}

/**
 * Shows what came of a webhook, line by line: the state of its receipt, and the events and audit records of what it has
 * changed.
 *
 * @returns whether it is processed, or concerns nothing
 */
export async function showOutcome(webhook: Acknowledged, print: Print): Promise<boolean> {
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
    print(
      'No record: it says what is known already, or less than what is known, or it belongs to no tenant.',
    );
  return receipt.progress !== 'RECEIVED';
}
