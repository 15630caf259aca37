import { createPrivateKey, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sendWebhook, type WebhookAnswer } from '@pas/testing/signed-webhooks/send-webhook';
import {
  signIdentity,
  signPayments,
  signTelephonyA,
  signTelephonyB,
  type SentWebhook,
} from '@pas/testing/signed-webhooks/sign-webhook';
import { bodyOf } from '../client/http-call.ts';
import type { Drill } from './drill.ts';

/** A webhook of a storm. */
interface StormWebhook {
  webhook: SentWebhook;
  isValid: boolean;
}

/** Signed webhooks of all providers in random order, with repeats and invalid signatures. */
export interface Storm {
  webhooks: readonly StormWebhook[];
  /** Number of distinct valid webhooks. `texts` of them are STOP messages, each from another phone. */
  distinct: number;
  texts: number;
}

/** Results of a storm. */
export interface StormReport {
  /** Final answers by kind, such as `valid 200`. */
  answers: Record<string, number>;
  /** Repeated tries by outcome: a provider repeats after a 5xx or a lost connection. */
  repeated: Record<string, number>;
}

/** Webhooks in a hundred that are sent twice; one more has an invalid signature. */
const repeatsInHundred = 5;
/** Number of kinds. Every fourth webhook is a text, whose change is recorded in the audit. */
const kinds = 4;
const lanes = 24;
const retryMs = 200;
/** Maximum number of tries of a webhook. */
const maxTries = 300;

function shuffle<T>(items: readonly T[]): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}

/** Creates a signer of numbered webhooks: texts, payments, identity and telephony-b in turn. */
function createSigner({ local }: Drill, to: string) {
  const { publicWebhookUrl: publicUrl, webhookSecrets: secrets } = local;
  const key = createPrivateKey(secrets.telephonyBPrivateKey);
  // Storms share no phone, because a second STOP of one phone changes nothing.
  const firstPhone = randomInt(2_000_000, 9_000_000);
  const signs: readonly ((count: number) => SentWebhook)[] = [
    (count) => {
      const From = `+1212${firstPhone + count}`;
      const fields = Object.entries({ MessageSid: `SM${randomUUID()}`, From, To: to, Body: 'STOP' });
      return signTelephonyA({ token: secrets.telephonyA, publicUrl, path: '/telephony-a/messages', fields });
    },
    () =>
      signPayments(secrets.payments, JSON.stringify({ id: `evt_${randomUUID()}`, type: 'invoice.created' })),
    () => signIdentity(secrets.identity, JSON.stringify({ type: 'email.created', data: {} })),
    () => signTelephonyB(key, JSON.stringify({ data: { id: randomUUID(), event_type: 'fax.sent' } })),
  ];
  return (count: number): SentWebhook => (signs[count % kinds] ?? signs[0])?.(count) as SentWebhook;
}

const spoil = (webhook: SentWebhook): SentWebhook => ({ ...webhook, body: `${String(webhook.body)} ` });

/** Prepares a storm on a tenant's number. */
export async function prepareStorm(drill: Drill, distinct: number): Promise<Storm> {
  const number = `+1202555${randomInt(1000, 9999)}`;
  const body = { number, provider: 'TELEPHONY_A' };
  await bodyOf(drill.manager.call('/virtual-numbers', { body }), 201);
  const sign = createSigner(drill, number);
  const valid = Array.from({ length: distinct }, (_, count) => ({ webhook: sign(count), isValid: true }));
  const repeats = valid.filter((_webhook, count) => count % 100 < repeatsInHundred);
  const bad = Array.from({ length: Math.ceil(distinct / 100) }, (_, count) => {
    return { webhook: spoil(sign(distinct + count)), isValid: false };
  });
  return {
    webhooks: shuffle([...valid, ...repeats, ...bad]),
    distinct,
    texts: Math.ceil(distinct / kinds),
  };
}

const count = (counts: Record<string, number>, kind: string): void =>
  void (counts[kind] = (counts[kind] ?? 0) + 1);

/** Returns the outcome of a try, such as `503 store_unavailable`. */
function kindOf(answer: WebhookAnswer | null): string {
  if (!answer) return 'no answer';
  const { code } = JSON.parse(answer.body) as { code?: string };
  return `${answer.status} ${code}`;
}

/**
 * Sends a storm as providers do, and repeats webhooks without an answer or with a 5xx.
 *
 * @param meanwhile called once after half of the webhooks
 */
export async function sendStorm(
  url: string,
  { webhooks }: Storm,
  meanwhile?: () => Promise<void>,
): Promise<StormReport> {
  const queue = webhooks.values();
  const report: StormReport = { answers: {}, repeated: {} };
  let sent = 0;
  let harm = Promise.resolve();
  const sendOne = async ({ webhook, isValid }: StormWebhook): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await sendWebhook(url, webhook).catch(() => null);
      if ((answer && answer.status < 500) || tries === maxTries) {
        count(report.answers, `${isValid ? 'valid' : 'bad'} ${answer?.status}`);
        return;
      }
      count(report.repeated, kindOf(answer));
      await pause(retryMs);
    }
  };
  const lane = async (): Promise<void> => {
    for (const each of queue) {
      sent += 1;
      if (meanwhile && sent === Math.floor(webhooks.length / 2)) harm = meanwhile();
      await sendOne(each);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await harm;
  return report;
}

/** Counts the receipts and effects of all storms on a system. */
export async function countEffects({ database }: Drill): Promise<Record<string, number>> {
  const receipts = database.collection('webhook_receipts');
  const record = { 'envelope.data.action': 'phone.opted_out' };
  const [all, unprocessed, dead, texts, records, sealed] = await Promise.all([
    receipts.countDocuments({}),
    // Dead letters do not count as pending: only an operator's replay continues them.
    receipts.countDocuments({ $or: [{ progress: 'RECEIVED', state: { $ne: 'held' } }, { state: 'new' }] }),
    receipts.countDocuments({ state: 'held' }),
    database.collection('phone_consents').countDocuments({ state: 'OPTED_OUT' }),
    database.collection('outbox').countDocuments(record),
    database.collection('audit_records').countDocuments({ 'record.action': 'phone.opted_out' }),
  ]);
  return { receipts: all, unprocessed, dead, texts, records, sealed };
}
