import { randomUUID } from 'node:crypto';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import { digestEmail, digestPhone, digestSubject } from '@pas/shared/personal/contact-digests';
import { signIdentity, signTelephonyA, signTelephonyB } from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import { processReceipt } from '../src/processing/process-receipt.ts';
import { processing } from './processing-support.ts';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();
const { current } = keys;

test('a receipt is found by the digests of its people until it is processed; then they are removed', async () => {
  const phone = '+12125550199';
  const path = '/telephony-a/messages?from=%2B12125550199';
  const fields: [string, string][] = [
    ['MessageSid', `SM${randomUUID()}`],
    ['From', phone],
    ['To', '+12125550100'],
    ['Body', 'This is Jordan.'],
  ];
  await send(signTelephonyA({ token: current.telephonyA, publicUrl, path, fields }));
  const data = { id: 'user_digested', email_addresses: [{ email_address: 'Jordan@Example.test' }] };
  await send(signIdentity(current.identity, JSON.stringify({ type: 'user.updated', data })));
  const call = { from: { phone_number: '(212) 555-0199' }, to: [] };
  const payload = { data: { id: randomUUID(), event_type: 'call.initiated', payload: call } };
  await send(signTelephonyB(current.telephonyB, JSON.stringify(payload)));
  const searched = [digestPhone(phone), digestSubject('user_digested'), digestEmail('jordan@example.test')];
  const named = { contactDigests: { $in: searched }, progress: 'RECEIVED' as const };
  const found = await WebhookReceiptModel.find(named).lean<WebhookReceiptRow[]>();
  expect(found.map((row) => row.provider).toSorted()).toEqual(['identity', 'telephony-a', 'telephony-b']);
  const plan: unknown = await WebhookReceiptModel.find(named).explain('queryPlanner');
  expect(JSON.stringify(plan)).toContain('contactDigests_1');

  for (const { _id } of found) await processReceipt(processing, _id);

  const left = await WebhookReceiptModel.find({ _id: { $in: found.map(({ _id }) => _id) } }).lean<
    WebhookReceiptRow[]
  >();
  expect(left.map(({ progress }) => progress)).toEqual(['IGNORED', 'IGNORED', 'IGNORED']);
  const rest = left.map(({ raw, url, contactDigests }) => [String(raw), url.includes('?'), contactDigests]);
  expect(rest).toEqual(found.map(() => ['', false, []]));
});

test('a dead receipt expires after 30 days, as all others do', () => {
  const lives = WebhookReceiptModel.schema.indexes().filter(([, options]) => options.expireAfterSeconds);
  expect(lives.map(([, options]) => [options.partialFilterExpression, options.expireAfterSeconds])).toEqual([
    [{ state: 'held' }, 30 * 24 * 3600],
    [{ state: 'sent' }, 30 * 24 * 3600],
  ]);
});
