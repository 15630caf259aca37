import { randomUUID } from 'node:crypto';
import { sendWebhook } from '@pas/testing/signed-webhooks/send-webhook';
import { signPayments, type SentWebhook } from '@pas/testing/signed-webhooks/sign-webhook';
import { waitUntil } from '@pas/testing/wait-until';
import { expect } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { actAsManager } from '../client/property-manager.ts';
import type { Drill } from './drill.ts';

type State = 'RECEIVED' | 'PROCESSED' | 'DEAD';

/**
 * The processing of a receipt fails five times within half a minute; the limit adds time for a busy machine.
 */
const patience = { everyMs: 250 };

/** The webhook of a new subscription, and its customer. */
export interface SubscriptionWebhook {
  webhook: SentWebhook;
  customerId: string;
}

/** Signs the webhook of a new customer's first subscription. */
export function signSubscription({ local }: Drill): SubscriptionWebhook {
  const customerId = `cus_${randomUUID()}`;
  const object = { id: 'sub_1', customer: customerId, status: 'active', current_period_end: 1_900_000_000 };
  const event = { id: `evt_${randomUUID()}`, type: 'customer.subscription.created', created: 100 };
  const text = JSON.stringify({ ...event, data: { object } });
  return { webhook: signPayments(local.webhookSecrets.payments, text), customerId };
}

/** Lists the receipts of the payments provider in a state by the operator's key. */
async function receiptsIn({ local }: Drill, state: State): Promise<{ id: string }[]> {
  const operator = actAsManager({ gatewayUrl: local.gatewayUrl, key: local.platformApiKey });
  type Page = { webhookReceipts: { id: string }[] };
  const path = `/webhook-receipts?provider=payments&state=${state}`;
  return (await bodyOf(operator.call<Page>(path), 200)).webhookReceipts;
}

interface DeadLetter {
  seq: number;
  eventId: string;
}

const deadLettersOf = async (drill: Drill): Promise<DeadLetter[]> =>
  (await drill.pas('dead-letters', 'list', '--durable', 'process-receipts'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DeadLetter);

/** Sends a webhook whose processing fails, and waits until it is dead. @returns the id of its receipt */
export async function buryReceipt(drill: Drill, webhook: SentWebhook): Promise<string> {
  expect((await sendWebhook(drill.local.webhooksUrl, webhook)).status).toBe(200);
  const findDead = async () => (await receiptsIn(drill, 'DEAD'))[0];
  const { id } = await waitUntil(findDead, { what: 'a dead receipt', ...patience });
  return id;
}

/** Replays the dead letter of a receipt by the command line, and waits until the receipt is processed. */
export async function replayReceipt(drill: Drill, receiptId: string): Promise<void> {
  const letters = (await deadLettersOf(drill)).filter(({ eventId }) => eventId === receiptId);
  expect(letters).toHaveLength(1);
  await drill.pas('dead-letters', 'replay', String(letters[0]?.seq));
  const isProcessed = async () => (await receiptsIn(drill, 'PROCESSED')).some(({ id }) => id === receiptId);
  await waitUntil(isProcessed, { what: 'the receipt to be processed', ...patience });
  expect(await receiptsIn(drill, 'DEAD')).toEqual([]);
  expect(await deadLettersOf(drill)).toEqual([]);
}
