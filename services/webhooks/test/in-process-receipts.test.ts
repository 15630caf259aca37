import { randomUUID } from 'node:crypto';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import { tenantRow } from '@pas/testing/rows';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import { commandsOf } from './commands-of.ts';
import { processAll } from './processing-support.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { keys, send, receipts } = await useWebhooks({ isProcessing: true });

/** Sends the first subscription of a customer. */
async function subscribe(customer: string): Promise<void> {
  const object = { id: 'sub_1', customer, status: 'active', current_period_end: 1_900_000_000 };
  const event = { id: `evt_${randomUUID()}`, type: 'customer.subscription.created', created: 100 };
  const webhook = signPayments(keys.current.payments, JSON.stringify({ ...event, data: { object } }));
  expect((await send(webhook)).status).toBe(200);
}

/** Adds the tenant of a customer. */
async function addTenant(): Promise<TenantRow & { customerId: string }> {
  const customerId = `cus_${randomUUID()}`;
  const billing = { status: 'NONE', customerId, subscriptionId: null, currentPeriodEnd: null } as const;
  const tenant = tenantRow({ billing });
  await TenantModel.insertMany([tenant]);
  return { ...tenant, customerId };
}

const newest = async () =>
  WebhookReceiptModel.findOne({}).sort({ createdAt: -1, _id: -1 }).lean<WebhookReceiptRow>();

test('the process that stores a webhook processes it, with one insert, one update and no read', async () => {
  const { commands } = await commandsOf(async () => {
    await subscribe('cus_unknown');
    await receipts.stop();
  });
  expect(commands).toEqual(['find tenants', 'insert webhook_receipts', 'update webhook_receipts']);
  expect(await newest()).toMatchObject({ progress: 'IGNORED', state: 'new', contactDigests: [] });
});

test('a failed receipt stays RECEIVED, and takes effect once when it is processed again', async () => {
  const { _id, customerId, version } = await addTenant();
  // A value that no release writes. The processing fails until a repair.
  await TenantModel.collection.updateOne({ _id: _id as never }, { $set: { billingMarks: [null] } });
  await subscribe(customerId);
  await receipts.stop();
  expect(await newest()).toMatchObject({ progress: 'RECEIVED', state: 'new' });
  await TenantModel.collection.updateOne({ _id: _id as never }, { $set: { billingMarks: [] } });
  await processAll('payments');
  await processAll('payments');
  expect(await newest()).toMatchObject({ progress: 'PROCESSED' });
  expect(await TenantModel.findById(_id).lean<TenantRow>()).toMatchObject({
    billing: { status: 'ACTIVE' },
    version: version + 1,
  });
});
