import { randomUUID } from 'node:crypto';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { tenantRow } from '@pas/testing/rows';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import { permutationsOf } from './permutations-of.ts';
import { processAll, progressOf } from './processing-support.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();

async function addTenant(): Promise<TenantRow> {
  const billing = {
    status: 'NONE' as const,
    customerId: `cus_${randomUUID()}`,
    subscriptionId: null,
    currentPeriodEnd: null,
  };
  const row = tenantRow({ billing });
  await TenantModel.insertMany([row]);
  return row;
}

interface EventFields {
  type: string;
  created: number;
  object: Record<string, unknown>;
  id?: string;
}

const tell = async ({ type, created, object, id = `evt_${randomUUID()}` }: EventFields) =>
  send(signPayments(keys.current.payments, JSON.stringify({ id, type, created, data: { object } })));

const subscription = ({ billing: { customerId: customer } }: TenantRow, status: string, id = 'sub_1') => ({
  id,
  customer,
  status,
  current_period_end: 1_900_000_000,
});

const read = async ({ _id }: TenantRow) => TenantModel.findById(_id).lean<TenantRow>();

const statusOf = async (tenant: TenantRow) => (await read(tenant))?.billing.status;

test('a subscription sets the billing state, with an event and a record, once', async () => {
  const tenant = await addTenant();
  const told = {
    type: 'customer.subscription.created',
    created: 100,
    object: subscription(tenant, 'trialing'),
  };
  await tell(told);
  await processAll('payments');
  expect(await progressOf('payments')).toBe('PROCESSED');
  expect(await read(tenant)).toMatchObject({
    version: 2,
    billing: {
      status: 'TRIALING',
      subscriptionId: 'sub_1',
      currentPeriodEnd: new Date(1_900_000_000_000),
      customerId: tenant.billing.customerId,
    },
  });
  await tell(told);
  await processAll('payments');
  const events = await ControlOutboxModel.find({ tenantId: tenant._id }).lean();
  expect(events.map(({ subject }) => subject).toSorted()).toEqual([
    'pas.v1.audit.record.submitted',
    'pas.v1.billing.tenant.updated',
  ]);
  expect(JSON.stringify(events)).toContain('"type":"WEBHOOK"');
  expect((await read(tenant))?.version).toBe(2);
});

const [active, unpaid, deleted] = ['active', 'past_due', 'canceled'] as const;
const story = (tenant: TenantRow): EventFields[] => [
  { type: 'customer.subscription.created', created: 1, object: subscription(tenant, active) },
  { type: 'customer.subscription.updated', created: 5, object: subscription(tenant, unpaid) },
  {
    type: 'invoice.paid',
    created: 9,
    object: { id: 'in_1', customer: tenant.billing.customerId, subscription: 'sub_1' },
  },
  { type: 'customer.subscription.deleted', created: 20, object: subscription(tenant, deleted) },
];

test.each(permutationsOf([0, 1, 2, 3]))(
  'events in the order %i, %i, %i, %i end in the state of the latest one',
  async (...order) => {
    const tenant = await addTenant();
    for (const at of order) {
      await tell(story(tenant)[at] as EventFields);
      await processAll('payments');
    }
    expect(await statusOf(tenant)).toBe('CANCELED');
  },
);

test('an update outranks a creation of the same second', async () => {
  const tenant = await addTenant();
  await tell({ type: 'customer.subscription.updated', created: 7, object: subscription(tenant, 'active') });
  await tell({
    type: 'customer.subscription.created',
    created: 7,
    object: subscription(tenant, 'incomplete'),
  });
  await processAll('payments');
  expect(await statusOf(tenant)).toBe('ACTIVE');
});

test('the invoice of zero at the start of a trial keeps the state TRIALING', async () => {
  const tenant = await addTenant();
  const { customerId: customer } = tenant.billing;
  const invoice = { id: 'in_1', customer, subscription: 'sub_1' };
  await tell({ type: 'invoice.paid', created: 8, object: { ...invoice, amount_paid: 0 } });
  await tell({
    type: 'customer.subscription.created',
    created: 7,
    object: subscription(tenant, 'trialing'),
  });
  await processAll('payments');
  expect(await statusOf(tenant)).toBe('TRIALING');
  await tell({ type: 'invoice.paid', created: 9, object: { ...invoice, amount_paid: 4900 } });
  await processAll('payments');
  expect(await statusOf(tenant)).toBe('ACTIVE');
});

test('reads the subscription of an invoice and the end of a period in newer versions of the provider', async () => {
  const tenant = await addTenant();
  const { customerId: customer } = tenant.billing;
  const parent = { subscription_details: { subscription: 'sub_1' } };
  const items = { data: [{ current_period_end: 1_900_000_000 }, { current_period_end: 1_900_086_400 }] };
  const object = { id: 'sub_1', customer, status: 'active', items };
  await tell({ type: 'customer.subscription.created', created: 7, object });
  await tell({ type: 'invoice.payment_failed', created: 9, object: { id: 'in_1', customer, parent } });
  await processAll('payments');
  expect((await read(tenant))?.billing).toMatchObject({
    status: 'PAST_DUE',
    subscriptionId: 'sub_1',
    currentPeriodEnd: new Date(1_900_086_400_000),
  });
});

test('the end of an old subscription does not end a newer one', async () => {
  const tenant = await addTenant();
  await tell({
    type: 'customer.subscription.created',
    created: 10,
    object: subscription(tenant, 'active', 'sub_new'),
  });
  await tell({
    type: 'customer.subscription.deleted',
    created: 20,
    object: subscription(tenant, 'canceled', 'sub_old'),
  });
  await processAll('payments');
  expect((await read(tenant))?.billing).toMatchObject({ status: 'ACTIVE', subscriptionId: 'sub_new' });
  await tell({ type: 'customer.deleted', created: 30, object: { id: tenant.billing.customerId } });
  await processAll('payments');
  expect(await statusOf(tenant)).toBe('CANCELED');
});

test.each([[[]], [['sub_1']]])(
  'a deleted customer stays CANCELED at older events, with the known subscriptions %j',
  async (known) => {
    const tenant = await addTenant();
    // The previous release wrote rows without the field.
    await TenantModel.collection.updateOne({ _id: tenant._id as never }, { $unset: { deletedCustomer: 1 } });
    const type = 'customer.subscription.updated';
    for (const id of known) await tell({ type, created: 5, object: subscription(tenant, 'active', id) });
    const deletion = { type: 'customer.deleted', object: { id: tenant.billing.customerId } };
    for (const created of [10, 8]) await tell({ ...deletion, created });
    await processAll('payments');
    const before = await read(tenant);
    expect(before?.billing.status).toBe(known.length > 0 ? 'CANCELED' : 'NONE');
    for (const created of [9, 10]) {
      await tell({ type, created, object: subscription(tenant, 'active', 'sub_2') });
      await processAll('payments');
      expect(await read(tenant)).toEqual(before);
    }
  },
);

test('the deletion of an earlier customer does not stop the events of the next one', async () => {
  const tenant = await addTenant();
  await tell({ type: 'customer.deleted', created: 10, object: { id: tenant.billing.customerId } });
  await processAll('payments');
  const next = { ...tenant, billing: { ...tenant.billing, customerId: `cus_${randomUUID()}` } };
  await TenantModel.updateOne({ _id: tenant._id }, { $set: { billing: next.billing } });
  await tell({ type: 'customer.subscription.created', created: 9, object: subscription(next, 'active') });
  await processAll('payments');
  expect(await statusOf(tenant)).toBe('ACTIVE');
});

test.each([
  [
    'an unknown customer',
    { type: 'invoice.paid', object: { id: 'in_1', customer: 'cus_nobody', subscription: 's' } },
  ],
  ['an unknown type', { type: 'charge.succeeded', object: { id: 'ch_1', customer: 'cus_nobody' } }],
  ['missing fields', { type: 'customer.subscription.updated', object: {} }],
])('IGNORED: %s', async (_name, { type, object }) => {
  await tell({ type, created: 1, object });
  await processAll('payments');
  expect(await progressOf('payments')).toBe('IGNORED');
});

test('a processed receipt keeps no body', async () => {
  await tell({
    type: 'charge.succeeded',
    created: 1,
    object: { id: 'ch_1', receipt_email: 'jo@example.test' },
  });
  await processAll('payments');
  const rows = await WebhookReceiptModel.find({ provider: 'payments' }).lean();
  expect(JSON.stringify(rows)).not.toContain('example.test');
  expect(rows.every(({ raw }) => (raw as unknown as { length(): number }).length() === 0)).toBe(true);
});

test('an unreadable tenant does not block the state of another tenant of the customer', async () => {
  const [first, tenant, last] = [await addTenant(), await addTenant(), await addTenant()];
  const { customerId } = tenant.billing;
  for (const { _id } of [first, last])
    await TenantModel.collection.updateOne(
      { _id: _id as never },
      { $set: { 'billing.customerId': customerId, billingMarks: 7 } },
      { bypassDocumentValidation: true },
    );
  await tell({
    type: 'customer.subscription.created',
    created: 100,
    object: subscription(tenant, 'active'),
  });
  await expect(processAll('payments')).rejects.toThrow(TypeError);
  expect(await statusOf(tenant)).toBe('ACTIVE');
  expect(await progressOf('payments')).toBe('RECEIVED');
  await TenantModel.deleteMany({ _id: { $in: [first._id, last._id] } });
  await processAll('payments');
  expect(await progressOf('payments')).toBe('PROCESSED');
});
