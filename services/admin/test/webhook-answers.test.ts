import { newId } from '@pas/shared/ids/id';
import { WebhookAnswerModel } from '@pas/shared/models/webhook-answer';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { useDatabases } from '@pas/testing/test-databases';
import { afterAll, expect, test } from 'vitest';
import { storeOutcomes } from '../src/webhooks/attempt-queue.ts';
import { newAttempt } from '../src/webhooks/new-attempt.ts';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startReceiver, type Receiver, type RequestHandler } from './webhook-receiver.ts';
import { publicEventRow } from './webhook-rows.ts';

await useDatabases();

const send = createSendRequest({ allowsLoopback: true });
const receivers: Receiver[] = [];
afterAll(async () => void (await Promise.all(receivers.map((receiver) => receiver.stop()))));

/** Sends a request to a receiver that answers in a given way. */
async function sendTo(answering: RequestHandler) {
  const receiver = await startReceiver(answering);
  receivers.push(receiver);
  return send({ url: receiver.url, headers: { 'content-type': 'application/json' }, body: '{}' });
}

test.each([
  ['the first kilobyte of a long answer, without a cut character', 'é'.repeat(600), 'é'.repeat(512)],
  ['a whole short answer with its NUL', 'no such\u0000 door', 'no such\u0000 door'],
  ['an answer that is not text, as replacement characters', Buffer.from([0xff, 0xfe]), '\uFFFD\uFFFD'],
  ['nothing of an empty answer', '', null],
])('keeps %s', async (_what, sent, responseBody) => {
  const outcome = await sendTo((_request, response) => void response.writeHead(200).end(sent));
  expect(outcome).toEqual({ responseStatus: 200, error: null, responseBody });
});

test('keeps the start of an answer that never ends, and counts its status', async () => {
  const { responseBody, ...outcome } = await sendTo((_request, response) => {
    response.writeHead(500);
    const more = (): boolean => response.write('x'.repeat(32_768), () => void setImmediate(more));
    more();
  });
  expect([outcome, responseBody?.length]).toEqual([{ responseStatus: 500, error: 'refused' }, 1024]);
});

test('keeps the received part of an answer that breaks off', async () => {
  const outcome = await sendTo((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  expect(outcome).toEqual({ responseStatus: 200, error: null, responseBody: 'half' });
});

test('stores the answer of an attempt, and replaces it if the attempt is sent again', async () => {
  const tenantId = newId('tenant');
  const attempt = newAttempt(publicEventRow(tenantId), newId('webhookEndpoint'), new Date());
  await WebhookAttemptModel.insertMany([attempt]);
  const settled = { attempt, responseStatus: 500, error: 'refused', at: new Date(), next: null };
  for (const responseBody of ['first', 'second']) await storeOutcomes([{ ...settled, responseBody }]);
  const kept = await WebhookAnswerModel.find({ tenantId }).lean();
  expect(kept).toMatchObject([{ _id: attempt._id, body: 'second' }]);
  await storeOutcomes([{ ...settled, responseBody: null }]);
  expect(await WebhookAnswerModel.countDocuments({ tenantId })).toBe(1);
});
