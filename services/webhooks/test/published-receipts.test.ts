import { randomUUID } from 'node:crypto';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { startPublisher } from '@pas/platform/events/event-publisher';
import { createLogger } from '@pas/platform/log/logger';
import { consumers } from '@pas/shared/events/traffic';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { processReceipt } from '../src/processing/process-receipt.ts';
import { openInProcessReceipts } from '../src/processing/in-process-receipts.ts';
import { startProcessingReceipts } from '../src/processing/process-receipts.ts';
import { batchInserts } from '../src/receipts/insert-receipts.ts';
import { storeReceipt } from '../src/receipts/store-receipt.ts';
import { commandsOf } from './commands-of.ts';
import { useOwnBus } from './own-bus.ts';
import { processing } from './processing-support.ts';
import { useWebhooks } from './webhooks-harness.ts';

const log = createLogger({ service: 'webhooks', environment: 'TEST', level: 'silent' });
await useWebhooks();
let consumer: RunningConsumer | undefined;
const ownBus = useOwnBus(async () => consumer?.stop());

const received = async (events: Parameters<typeof storeReceipt>[0]['events']) => {
  const store = { environment: 'TEST', service: 'webhooks', events, insert: batchInserts() };
  const receipt = await storeReceipt(store, {
    provider: 'payments',
    request: { method: 'POST', url: '/payments', headers: {} },
    rawBody: Buffer.from('{"id":"evt_1","type":"invoice.created"}'),
    summary: { key: randomUUID(), eventType: 'invoice.created', contactDigests: [] },
  });
  if (!receipt) throw new Error('A new key makes a receipt.');
  return receipt;
};

test('the consumer processes a receipt again if its outcome could not be stored', async () => {
  const receipt = await received(leaveToSweeper);
  const { _id } = receipt;
  const setUrl = async (url: unknown) =>
    WebhookReceiptModel.collection.updateOne(
      { _id: _id as never },
      { $set: { url } },
      {
        bypassDocumentValidation: true,
      },
    );
  const progressOf = async () => (await WebhookReceiptModel.findById(_id).lean())?.progress;
  const receipts = openInProcessReceipts(processing);
  // A value that no release writes, so that the update fails.
  await setUrl(5);
  receipts.recordOutcome(receipt, 'IGNORED');
  expect(receipts.isDone(_id)).toBe(false);
  await receipts.stop();
  expect([receipts.isDone(_id), await progressOf()]).toEqual([false, 'RECEIVED']);
  await setUrl(receipt.url);
  await processReceipt(processing, _id);
  expect(await progressOf()).toBe('IGNORED');
});

test('the event of a receipt that was processed here is published, and costs the consumer no read', async () => {
  const { bus } = ownBus;
  const events = startPublisher({ bus, log });
  const receipts = openInProcessReceipts({ ...processing, events });
  const receipt = await received(events);
  const id = receipt._id;
  consumer = startProcessingReceipts({ ...processing, bus, receipts });
  const { durable, stream } = consumers.processReceipts;
  const isHandled = async (): Promise<boolean> => {
    const { ack_floor: handled, num_pending: pending } = await (await bus.consumer(stream, durable)).info();
    return handled.stream_seq > 0 && pending === 0;
  };
  const { commands } = await commandsOf(async () => {
    receipts.process(receipt);
    await receipts.stop();
    await waitUntil(isHandled, { what: 'the event to be handled' });
    await events.stop();
  }, id);
  // Reads its progress, and whether its event is published.
  expect(commands).toEqual(['update webhook_receipts', 'update webhook_receipts']);
  const isSent = async () => (await WebhookReceiptModel.findById(id).lean())?.state === 'sent';
  await waitUntil(isSent, { what: 'the mark to be safe' });
  expect(await WebhookReceiptModel.findById(id).lean()).toMatchObject({ progress: 'IGNORED' });
});
