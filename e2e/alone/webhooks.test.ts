import { sendSlowly } from '@pas/testing/send-slowly';
import { sendWebhook } from '@pas/testing/signed-webhooks/send-webhook';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { openSandboxHook } from '../client/sandbox-hook.ts';
import { buryReceipt, replayReceipt, signSubscription } from '../faults/bury-receipt.ts';
import { expectIsolation } from '../faults/check-isolation.ts';
import { expectOnceInEffect } from '../faults/check-storm.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';
import { prepareStorm, sendStorm } from '../faults/webhook-storm.ts';

// Their long forms are in outgoing-webhooks.long.test.ts and webhook-storm.long.test.ts. The service test
// webhook-rivals.test.ts kills the sender of outgoing webhooks.
describe('webhooks in both directions', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await borrowSystem();
  });
  afterAll(() => drill.stop());

  test('a webhook that fails five times is DEAD; a replay after the fix takes effect once', async () => {
    const { webhook, customerId } = signSubscription(drill);
    const tenants = drill.control.collection<{ _id: string; version: number }>('tenants');
    const { tenantId } = await drill.manager.createProperty('Billed');
    const tenant = await tenants.findOneAndUpdate(
      { _id: tenantId },
      { $set: { 'billing.customerId': customerId, billingMarks: [null] } },
    );
    if (!tenant) throw new Error('no tenant');
    const receiptId = await buryReceipt(drill, webhook);
    await tenants.updateOne({ _id: tenant._id }, { $set: { billingMarks: [] } });
    await replayReceipt(drill, receiptId);
    // The provider sends it again too.
    expect((await sendWebhook(drill.local.webhooksUrl, webhook)).status).toBe(200);
    expect(await tenants.findOne({ _id: tenant._id })).toMatchObject({
      billing: { status: 'ACTIVE', subscriptionId: 'sub_1' },
      version: tenant.version + 1,
    });
    const recordOf = { tenantId: tenant._id, 'record.action': 'tenant.billing_updated' };
    const countRecords = async () => drill.database.collection('audit_records').countDocuments(recordOf);
    await waitUntil(countRecords, { what: 'the record of the change' });
    expect(await countRecords()).toBe(1);
  });

  test('a storm of webhooks does not slow the Admin API, nor a flood of the Admin API the webhooks', async () => {
    const report = await expectIsolation(drill, 200);
    expect(report.answers['bad 401']).toBe(2);
  });

  test('each of 400 webhooks of all providers takes effect once although a replica is killed meanwhile', async () => {
    const report = await expectOnceInEffect(drill, 400);
    expect(report.answers['bad 401']).toBe(4);
  });

  test('1,050 webhooks without a body delay no other webhook and no other caller', async () => {
    const { webhooksUrl } = drill.local;
    const slow = await sendSlowly(Number(new URL(webhooksUrl).port), 1050, { path: '/telephony-a/voice' });
    const storm = await prepareStorm(drill, 100);
    const report = await sendStorm(webhooksUrl, storm);
    const lists = Array.from({ length: 20 }, () => drill.manager.call('/properties?limit=1'));
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(lists.map(() => 200));
    expect(report).toEqual({
      answers: { 'valid 200': storm.webhooks.length - 1, 'bad 401': 1 },
      repeated: {},
    });
    slow.close();
  });

  test('the sandbox receives webhooks, verifies them, and refuses them on request', async () => {
    const { manager, local } = drill;
    const hook = openSandboxHook(local.sandboxUrl, 'tried');
    type Endpoint = { webhookEndpoint: { id: string; secret: string; disabledReason: string | null } };
    const body = { url: hook.url, events: ['*'] };
    const { webhookEndpoint } = await bodyOf(manager.call<Endpoint>('/webhook-endpoints', { body }), 201);
    const path = `/webhook-endpoints/${webhookEndpoint.id}`;
    const sendTest = async () => bodyOf(manager.call(`${path}/test`, { body: { type: 'door.opened' } }), 202);
    await hook.set({ secret: webhookEndpoint.secret });
    await sendTest();
    expect(await hook.deliveries()).toMatchObject([{ type: 'door.opened', verdict: 'genuine', status: 204 }]);
    await hook.set({ behaviour: 'gone' });
    await sendTest();
    const isDisabled = async () =>
      (await bodyOf(manager.call<Endpoint>(path), 200)).webhookEndpoint.disabledReason === 'GONE';
    await waitUntil(isDisabled, { what: 'the endpoint to be disabled' });
    expect(await hook.deliveries()).toMatchObject([{ status: 410 }, { status: 204 }]);
  });
});
