import { randomUUID } from 'node:crypto';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { openInProcessReceipts } from '../src/processing/in-process-receipts.ts';
import type { CallCarrier } from '../src/providers/telephony-b/call-carrier.ts';
import { batchInserts } from '../src/receipts/insert-receipts.ts';
import { storeReceipt } from '../src/receipts/store-receipt.ts';
import { addBuilding, nextPhone } from './calls-support.ts';
import { processing } from './processing-support.ts';
import { useWebhooks } from './webhooks-harness.ts';

await useWebhooks();
const store = {
  environment: 'TEST',
  service: 'webhooks',
  events: leaveToSweeper,
  insert: batchInserts(),
};

/** Lets a visitor of telephony-b call a number. */
async function arrivalAt(number: string) {
  const payload = { call_control_id: randomUUID(), from: nextPhone(), to: number, direction: 'incoming' };
  const data = { record_type: 'event', event_type: 'call.initiated', id: randomUUID(), payload };
  const receipt = await storeReceipt(store, {
    provider: 'telephony-b',
    request: { method: 'POST', url: '/telephony-b/events', headers: {} },
    rawBody: Buffer.from(JSON.stringify({ data })),
    summary: { key: data.id, eventType: data.event_type, contactDigests: [] },
  });
  if (!receipt) throw new Error('A new key makes a receipt.');
  return receipt;
}

test('a stopping process finishes running work, and hands waiting receipts to others', async () => {
  const { number } = await addBuilding({ number: { provider: 'TELEPHONY_B' } });
  const silence = Promise.withResolvers<null>();
  let commands = 0;
  const command: CallCarrier['command'] = async () => {
    commands += 1;
    return silence.promise;
  };
  const carrier = { connectionId: undefined, command, sendText: async () => undefined };
  const receipts = openInProcessReceipts({ ...processing, carrier });
  for (let each = 0; each < 7; each += 1) receipts.process(await arrivalAt(number));
  await waitUntil(() => commands === 4, { what: 'four calls to be answered' });
  const stopped = receipts.stop();
  // The stop begins in the next turn of the event loop.
  await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
  silence.resolve(null);
  await stopped;
  expect(commands).toBe(4);
  const countIn = async (progress: 'PROCESSED' | 'RECEIVED') =>
    WebhookReceiptModel.countDocuments({ progress });
  expect([await countIn('PROCESSED'), await countIn('RECEIVED')]).toEqual([4, 3]);
});
