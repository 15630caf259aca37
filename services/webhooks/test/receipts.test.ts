import { randomUUID } from 'node:crypto';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import { WebhookRejectionModel } from '@pas/shared/models/webhook-rejection';
import {
  signIdentity,
  signPayments,
  signTelephonyA,
  signTelephonyB,
  type SentWebhook,
} from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import { receiverPaths } from '../src/receiver-paths.ts';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { keys, rejections, send } = await useWebhooks();
const { current } = keys;

const signA = (path: string, fields: [string, string][]) =>
  signTelephonyA({ token: current.telephonyA, publicUrl, path, fields });

const codeOf = ({ body }: { body: string }): unknown => (JSON.parse(body) as { code?: unknown }).code;

const countReceipts = () => WebhookReceiptModel.countDocuments({});

const paymentsEvent = (fields: object = {}) =>
  JSON.stringify({ id: `evt_${randomUUID()}`, type: 'invoice.paid', ...fields });

test('200: stores the bytes unchanged, with the event to publish', async () => {
  const id = `evt_${randomUUID()}`;
  const body = `{ "id": "${id}",\n "type": "invoice.paid", "text": "grüße" }`;
  const { status, headers, body: answer } = await send(signPayments(current.payments, body));
  expect([status, answer, headers['content-type']]).toEqual([
    200,
    '{"received":true}',
    'application/json; charset=utf-8',
  ]);
  const row = await WebhookReceiptModel.findOne({ url: '/payments', eventType: 'invoice.paid' }).lean<
    WebhookReceiptRow & { raw: { buffer: Buffer } }
  >();
  expect(Buffer.from(row?.raw.buffer ?? '').toString()).toBe(body);
  expect(row).toMatchObject({
    provider: 'payments',
    method: 'POST',
    contentType: 'application/json',
    progress: 'RECEIVED',
    state: 'new',
    subject: 'pas.v1.inbound.receipt.stored',
    envelope: { id: row?._id, data: { receiptId: row?._id, provider: 'payments' } },
  });
  expect(JSON.stringify(row?.envelope)).not.toContain(id);
});

const twice: [string, () => [SentWebhook, SentWebhook]][] = [
  [
    'payments: the same event id, signed again',
    () => {
      const body = paymentsEvent();
      return [signPayments(current.payments, body), signPayments(current.payments, body)];
    },
  ],
  [
    'payments: the same event id in other bytes',
    () => {
      const id = `evt_${randomUUID()}`;
      const [one, two] = [paymentsEvent({ id }), JSON.stringify({ attempt: 2, id })];
      return [signPayments(current.payments, one), signPayments(current.payments, two)];
    },
  ],
  [
    'identity: the same message id',
    () => {
      const id = `msg_${randomUUID()}`;
      const body = '{"type":"user.updated"}';
      return [
        signIdentity(current.identity, body, { id }),
        signIdentity(current.identity, body, { id, prefix: 'svix' }),
      ];
    },
  ],
  [
    'telephony-b: the same id in another attempt',
    () => {
      const data = { id: randomUUID(), event_type: 'message.finalized' };
      const [one, two] = [1, 2].map((attempt) =>
        signTelephonyB(current.telephonyB, JSON.stringify({ data, meta: { attempt } })),
      );
      return [one, two] as [SentWebhook, SentWebhook];
    },
  ],
  [
    'telephony-a: the same message and status with the fields in another order',
    () => {
      const fields: [string, string][] = [
        ['MessageSid', `SM${randomUUID()}`],
        ['MessageStatus', 'sent'],
      ];
      const path = '/telephony-a/messages/status';
      return [signA(path, fields), signA(path, fields.toReversed())];
    },
  ],
  [
    'telephony-a: the same step of a call',
    () => {
      const fields: [string, string][] = [
        ['CallSid', `CA${randomUUID()}`],
        ['Digits', '9'],
      ];
      return [signA('/telephony-a/voice/gather', fields), signA('/telephony-a/voice/gather', fields)];
    },
  ],
];

test.each(twice)('200 twice, one receipt: %s', async (_name, sign) => {
  const before = await countReceipts();
  const [first, second] = sign();
  const [one, two] = [await send(first), await send(second)];
  expect([one.status, two.status, two.body]).toEqual([200, 200, one.body]);
  expect((await countReceipts()) - before).toBe(1);
});

test('two receipts: another status of the same message, another step of the same call', async () => {
  const before = await countReceipts();
  const [message, call] = [`SM${randomUUID()}`, `CA${randomUUID()}`];
  for (const status of ['sent', 'delivered'])
    await send(
      signA('/telephony-a/messages/status', [
        ['MessageSid', message],
        ['MessageStatus', status],
      ]),
    );
  for (const digits of ['1', '9'])
    await send(
      signA('/telephony-a/voice/gather', [
        ['CallSid', call],
        ['Digits', digits],
      ]),
    );
  expect((await countReceipts()) - before).toBe(4);
});

test('one receipt of fifty deliveries at once', async () => {
  const before = await countReceipts();
  const webhook = signPayments(current.payments, paymentsEvent());
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(webhook)));
  // A delivery waits until the first one has a majority.
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
  expect((await countReceipts()) - before).toBe(1);
});

test('a burst of webhooks with repeats: each is acknowledged, and stored once', async () => {
  const before = await countReceipts();
  const webhooks = Array.from({ length: 60 }, () => signPayments(current.payments, paymentsEvent()));
  for (const webhook of webhooks.slice(0, 10)) expect((await send(webhook)).status).toBe(200);
  const answers = await Promise.all(webhooks.map((webhook) => send(webhook)));
  expect(answers.map(({ status }) => status)).toEqual(webhooks.map(() => 200));
  expect((await countReceipts()) - before).toBe(60);
});

test('422 and nothing stored: signed, but not JSON', async () => {
  const before = await countReceipts();
  for (const body of ['{', '', 'not json', '{"a":1}}']) {
    const answer = await send(signPayments(current.payments, body));
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed']);
  }
  expect((await send(signTelephonyB(current.telephonyB, '['))).status).toBe(422);
  expect((await send(signIdentity(current.identity, 'x'))).status).toBe(422);
  expect(await countReceipts()).toBe(before);
});

test.each(['[]', '"text"', 'null', '{}', '{"id":5,"type":{}}'])(
  '200: JSON without the fields is stored, such as %s',
  async (body) => {
    const before = await countReceipts();
    expect((await send(signPayments(current.payments, body))).status).toBe(200);
    expect((await countReceipts()) - before).toBe(1);
  },
);

test('413: a body above 1 MiB, signed or not', async () => {
  const body = JSON.stringify({ id: 'evt_large', text: 'x'.repeat(1024 * 1024) });
  const answer = await send(signPayments(current.payments, body));
  expect([answer.status, codeOf(answer)]).toEqual([413, 'body_too_large']);
  const fitting = JSON.stringify({ id: `evt_${randomUUID()}`, text: 'x'.repeat(1024 * 1024 - 100) });
  expect((await send(signPayments(current.payments, fitting))).status).toBe(200);
});

test.each([...Map.groupBy(receiverPaths, ({ path }) => path)])(
  '405: %s allows only the methods of its description',
  async (path, described) => {
    const put = await send({ ...signPayments(current.payments, '', { path }), method: 'PUT' as 'POST' });
    const methods = described.map(({ method }) => method.toUpperCase()).toSorted();
    expect([put.status, put.headers.allow]).toEqual([405, methods.join(', ')]);
  },
);

test('405 with Allow: a method that no provider uses', async () => {
  const webhook = signPayments(current.payments, paymentsEvent());
  const answer = await send({ ...webhook, method: 'GET' });
  expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  const put = await send({ ...signA('/telephony-a/voice', [['CallSid', 'CA1']]), method: 'PUT' as 'POST' });
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, POST']);
});

test('405 for a GET of telephony-b, which sends events by POST only', async () => {
  const { status, headers } = await send({ ...signTelephonyB(current.telephonyB, '{}'), method: 'GET' });
  expect([status, headers.allow]).toEqual([405, 'POST']);
});

test('lists a refused webhook with its reason, without its query', async () => {
  await send({ ...signA('/telephony-a/voice?secret=1', [['CallSid', 'CA1']]), body: 'CallSid=CA2' });
  await rejections.stop();
  const row = await WebhookRejectionModel.findOne({ path: '/telephony-a/voice' }).lean();
  expect(row).toMatchObject({ provider: 'telephony-a', reason: 'signature_wrong' });
});

test('a step of a call gets instructions, and no other webhook of telephony-a does', async () => {
  const step = await send(
    signA('/telephony-a/voice', [
      ['CallSid', `CA${randomUUID()}`],
      ['CallStatus', 'ringing'],
    ]),
  );
  expect([step.status, step.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(step.body).toMatch(/^<\?xml .*<Say[^>]*>.+<\/Say><Hangup\/><\/Response>$/);
  const report = await send(
    signA('/telephony-a', [
      ['MessageSid', `SM${randomUUID()}`],
      ['MessageStatus', 'sent'],
    ]),
  );
  expect(report.body).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
});
