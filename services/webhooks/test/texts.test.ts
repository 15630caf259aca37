import { randomUUID } from 'node:crypto';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { accessPassRow, inviteRow } from '@pas/testing/rows';
import { signTelephonyA, signTelephonyB } from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import { permutationsOf } from './permutations-of.ts';
import { processAll, processing } from './processing-support.ts';
import { processReceipt } from '../src/processing/process-receipt.ts';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();
const { telephonyA: token, telephonyB } = keys.current;

async function addSent(): Promise<{ invite: InviteRow; messageId: string }> {
  const messageId = `SM${randomUUID()}`;
  const delivery = {
    id: newId('delivery'),
    channel: 'SMS' as const,
    kind: 'INVITE' as const,
    to: '+12125550147',
    status: 'SENT' as const,
    error: null,
    providerMessageId: messageId,
    tokenVersion: 1,
    at: new Date(),
  };
  const invite = inviteRow(
    { _id: newId('unit'), tenantId: newId('tenant'), propertyId: newId('property') },
    { deliveries: [delivery] },
  );
  await InviteModel.insertMany([invite]);
  return { invite, messageId };
}

const tellA = async (fields: [string, string][], path = '/telephony-a/messages/status') =>
  send(signTelephonyA({ token, publicUrl, path, fields }));

const report = (id: string, status: string, more: [string, string][] = []) =>
  tellA([['MessageSid', id], ['MessageStatus', status], ...more]);

const deliveryOf = async ({ _id, tenantId }: InviteRow) =>
  (await InviteModel.findOne({ _id, tenantId }).lean<InviteRow>())?.deliveries[0];

test('a receipt moves the delivery to DELIVERED, with one event', async () => {
  const { invite, messageId } = await addSent();
  await report(messageId, 'sent');
  await report(messageId, 'delivered');
  await report(messageId, 'delivered');
  await report(messageId, 'undelivered');
  await processAll('telephony-a');
  expect(await deliveryOf(invite)).toMatchObject({ status: 'DELIVERED', error: null });
  expect(await OutboxModel.countDocuments({ tenantId: invite.tenantId })).toBe(1);
});

const ends = { delivered: 'DELIVERED', undelivered: 'BOUNCED', failed: 'FAILED' } as const;
const isEnd = (status: string): status is keyof typeof ends => Object.hasOwn(ends, status);

test.each(permutationsOf(['queued', 'sent', 'delivered', 'failed']))(
  'no report moves a delivery backwards: %s, %s, %s, %s',
  async (...order) => {
    const { invite, messageId } = await addSent();
    const first = order.find(isEnd);
    for (const status of order) {
      await report(messageId, status);
      await processAll('telephony-a');
      const isOver = order.indexOf(status) >= order.indexOf(first ?? '');
      expect((await deliveryOf(invite))?.status).toBe(isOver && first ? ends[first] : 'SENT');
    }
  },
);

test.each([
  ['undelivered', 'BOUNCED'],
  ['failed', 'FAILED'],
])('%s moves the delivery to %s with the carrier’s code', async (status, moved) => {
  const { invite, messageId } = await addSent();
  await report(messageId, status, [['ErrorCode', '30003']]);
  await processAll('telephony-a');
  expect(await deliveryOf(invite)).toMatchObject({ status: moved, error: 'carrier_30003' });
});

test('telephony-b reports at the end', async () => {
  const { invite, messageId } = await addSent();
  const payload = { id: messageId, to: [{ phone_number: '+12125550147', status: 'delivered' }] };
  const body = JSON.stringify({ data: { id: randomUUID(), event_type: 'message.finalized', payload } });
  await send(signTelephonyB(telephonyB, body));
  await processAll('telephony-b');
  expect(await deliveryOf(invite)).toMatchObject({ status: 'DELIVERED' });
});

test('a report before the sender stored the message waits; one of an unknown message is IGNORED', async () => {
  await report(`SM${randomUUID()}`, 'delivered');
  const row = await WebhookReceiptModel.findOne({ provider: 'telephony-a', progress: 'RECEIVED' }).lean();
  const id = String(row?._id);
  await expect(processReceipt(processing, id)).rejects.toThrow('No message has this id yet.');
  await WebhookReceiptModel.updateOne({ _id: id }, { $set: { createdAt: new Date(Date.now() - 100_000) } });
  await processReceipt(processing, id);
  expect(await WebhookReceiptModel.findById(id).lean()).toMatchObject({ progress: 'IGNORED' });
});

/** Adds a pass for two holders, whose links were sent as texts. Returns the further holder's row. */
async function addSentPass(): Promise<{ further: AccessPassRow; messageId: string }> {
  const place = { tenantId: newId('tenant'), propertyId: newId('property') };
  const textSent = (providerMessageId: string) => ({
    id: newId('delivery'),
    channel: 'SMS' as const,
    status: 'SENT' as const,
    error: null,
    providerMessageId,
    at: new Date(),
  });
  const messageId = `SM${randomUUID()}`;
  const first = accessPassRow(place, [newId('accessPoint')], { deliveries: [textSent(`SM${randomUUID()}`)] });
  const further = accessPassRow(place, [newId('accessPoint')], {
    groupId: first._id,
    deliveries: [textSent(`SM${randomUUID()}`), textSent(messageId)],
  });
  await AccessPassModel.insertMany([first, further]);
  return { further, messageId };
}

test.each([
  [['delivered', 'undelivered', 'sent'], 'DELIVERED', null],
  [['undelivered', 'delivered'], 'BOUNCED', 'carrier_30003'],
  [['failed', 'delivered'], 'FAILED', 'carrier_30003'],
])('the reports %j move the text of one holder of a pass to %s', async (statuses, moved, error) => {
  const { further, messageId } = await addSentPass();
  for (const status of statuses) {
    await report(messageId, status, status === 'delivered' ? [] : [['ErrorCode', '30003']]);
    await processAll('telephony-a');
  }
  const rows = await AccessPassModel.find({ tenantId: further.tenantId }).sort({ _id: 1 }).lean();
  expect(rows.flatMap(({ deliveries }) => deliveries.map(({ status }) => status))).toEqual([
    'SENT',
    'SENT',
    moved,
  ]);
  const row = rows.find(({ _id }) => _id === further._id);
  expect(row).toMatchObject({ version: 1, deliveries: [{}, { status: moved, error }] });
});
