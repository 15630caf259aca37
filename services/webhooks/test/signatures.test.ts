import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { webhookCorpus } from '@pas/testing/signed-webhooks/corpus';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import { describe, expect, test } from 'vitest';
import { useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();
const corpus = webhookCorpus(keys);
const countReceipts = () => WebhookReceiptModel.countDocuments({});
const of = (expected: number) => corpus.filter((each) => each.expected === expected);

describe('accepts and stores', () => {
  test.each(of(200))('$name', async ({ webhook }) => {
    const before = await countReceipts();
    const { status, body } = await send(webhook);
    expect([status, body]).toEqual([200, expect.any(String)]);
    expect((await countReceipts()) - before).toBe(1);
  });
});

describe('refuses with 401 and stores nothing', () => {
  test.each(of(401))('$name', async ({ webhook }) => {
    const before = await countReceipts();
    const { status, headers, body } = await send(webhook);
    expect([status, JSON.parse(body)]).toEqual([
      401,
      expect.objectContaining({ code: 'signature_invalid', correlationId: headers['x-correlation-id'] }),
    ]);
    expect(headers['www-authenticate']).toBe('Signature');
    expect(await countReceipts()).toBe(before);
  });
});

describe('accepts no other spelling of a path', () => {
  test.each(of(404))('$name', async ({ webhook }) => {
    const before = await countReceipts();
    expect([400, 404]).toContain((await send(webhook)).status);
    expect(await countReceipts()).toBe(before);
  });
});

test('signatures by the newest and by the older secret belong to one webhook', async () => {
  const before = await countReceipts();
  const body = JSON.stringify({ id: 'evt_twice', type: 'charge.succeeded' });
  expect((await send(signPayments(keys.current.payments, body))).status).toBe(200);
  expect((await send(signPayments(keys.previous.payments, body))).status).toBe(200);
  expect((await countReceipts()) - before).toBe(1);
});
