import { randomUUID } from 'node:crypto';
import type { RunningConsumer } from '@pas/platform/events/consume';
import {
  WebhookReceiptModel,
  type Provider,
  type WebhookReceiptRow,
} from '@pas/shared/models/webhook-receipt';
import {
  signIdentity,
  signPayments,
  signTelephonyA,
  signTelephonyB,
  type SentWebhook,
} from '@pas/testing/signed-webhooks/sign-webhook';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { startProcessingReceipts } from '../src/processing/process-receipts.ts';
import type { CallCarrier } from '../src/providers/telephony-b/call-carrier.ts';
import { addBuilding, nextPhone } from './calls-support.ts';
import { useOwnBus } from './own-bus.ts';
import { processing } from './processing-support.ts';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { keys, send, receipts } = await useWebhooks();

/** The REST API of telephony-b, which is silent until the test releases it. */
const silence = Promise.withResolvers<null>();
const carrier: CallCarrier = {
  connectionId: undefined,
  command: async () => silence.promise,
  sendText: async () => void (await silence.promise),
};

let consumer: RunningConsumer;
const ownBus = useOwnBus(async () => {
  silence.resolve(null);
  await consumer.stop();
});

async function report(webhook: SentWebhook): Promise<void> {
  expect((await send(webhook)).status).toBe(200);
}

const countIn = (provider: Provider, progress: WebhookReceiptRow['progress']) =>
  WebhookReceiptModel.countDocuments({ provider, progress });

test('only calls of telephony-b wait for its silent API', async () => {
  const { number } = await addBuilding({ number: { provider: 'TELEPHONY_B' } });
  const calls = Array.from({ length: 48 }, () => {
    const payload = { call_control_id: randomUUID(), from: nextPhone(), to: number, direction: 'incoming' };
    const data = { record_type: 'event', event_type: 'call.initiated', id: randomUUID(), payload };
    return signTelephonyB(keys.current.telephonyB, JSON.stringify({ data }));
  });
  await Promise.all(calls.map(report));
  consumer = startProcessingReceipts({ ...processing, bus: ownBus.bus, receipts, carrier });
  const fields = Object.entries({ MessageSid: 'SM1', From: nextPhone(), To: nextPhone(), Body: 'Hello' });
  const { telephonyA: token } = keys.current;
  await report(signTelephonyA({ token, publicUrl, path: '/telephony-a/messages', fields }));
  await report(signPayments(keys.current.payments, JSON.stringify({ id: 'evt_1', type: 'invoice.created' })));
  await report(signIdentity(keys.current.identity, JSON.stringify({ type: 'email.created', data: {} })));
  for (const provider of ['telephony-a', 'payments', 'identity'] as const) {
    const isDone = async () => (await countIn(provider, 'IGNORED')) === 1;
    await waitUntil(isDone, { what: `the receipt of ${provider}`, timeoutMs: 200_000 });
  }
  expect(await countIn('telephony-b', 'RECEIVED')).toBe(calls.length);
  silence.resolve(null);
  const areDone = async () => (await countIn('telephony-b', 'PROCESSED')) === calls.length;
  await waitUntil(areDone, { what: 'the calls to be led on', timeoutMs: 200_000 });
}, 600_000);
