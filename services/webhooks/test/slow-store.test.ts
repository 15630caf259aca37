import { core } from '@pas/platform/mongo/connections';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();

/** Longer than the limit of silence of a database, in milliseconds. */
const slowMs = 3500;

test('200 for a webhook that a slow database stores', async () => {
  const webhook = signPayments(keys.current.payments, JSON.stringify({ id: 'evt_1', type: 'invoice.paid' }));
  await send(webhook);
  const stored = await WebhookReceiptModel.findOneAndDelete({ provider: 'payments' }).lean();
  if (!stored) throw new Error('no receipt');
  // The service inserts the same row, and must wait for the end of this transaction.
  const session = await core.startSession();
  session.startTransaction();
  await WebhookReceiptModel.collection.insertOne(stored as never, { session });
  const since = performance.now();
  const answering = send(webhook);
  await waitUntil(() => performance.now() - since > slowMs, { what: 'the store to be slow' });
  await session.abortTransaction();
  await session.endSession();
  expect((await answering).status).toBe(200);
  expect(await WebhookReceiptModel.countDocuments({ provider: 'payments' })).toBe(1);
});
