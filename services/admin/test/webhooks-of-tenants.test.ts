import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { newId } from '@pas/shared/ids/id';
import { PublicEventModel } from '@pas/shared/models/public-event';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { tenantRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAttempt } from '../src/webhooks/new-attempt.ts';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startWebhookSender, type RunningWebhookSender } from '../src/webhooks/start-webhook-sender.ts';
import { adminDependencies } from './admin-harness.ts';
import { takeDoorsOffline } from './take-doors-offline.ts';
import { startReceiver, untilArrived, type Receiver } from './webhook-receiver.ts';
import { publicEventRow, webhookEndpointRow } from './webhook-rows.ts';

await useDatabases();

describe('the webhook sender sends nothing', () => {
  let sender: RunningWebhookSender;
  let hook: Receiver;
  let tenantId: string;

  beforeAll(async () => {
    hook = await startReceiver();
    const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
    sender = startWebhookSender({
      environment: 'TEST',
      events: leaveToSweeper,
      log,
      texts: adminDependencies.webhooks.texts,
      send: createSendRequest({ allowsLoopback: true }),
      waitsMs: [50, 3_600_000],
      everyMs: 50,
    });
  });
  afterAll(async () => void (await Promise.all([sender.stop(), hook.stop()])));
  beforeEach(async () => {
    hook.received.length = 0;
    const tenant = tenantRow();
    tenantId = tenant._id;
    await TenantModel.insertMany([tenant]);
    await WebhookEndpointModel.insertMany([webhookEndpointRow(tenantId, { url: hook.url })]);
  });

  const change = async (fields: Partial<TenantRow>) =>
    TenantModel.updateOne({ _id: tenantId }, { $set: fields });
  const happen = async (count: number) =>
    takeDoorsOffline({ tenantId, sender, count, propertyId: newId('property') });
  const attempts = async (): Promise<WebhookAttemptRow[]> =>
    WebhookAttemptModel.find({ tenantId }).sort({ number: 1 }).lean<WebhookAttemptRow[]>();
  const failed = { status: 'FAILED', error: 'tenant_suspended' };

  test('for a suspended tenant; its events are retried, and arrive after its activation', async () => {
    await change({ status: 'SUSPENDED' });
    const [eventId = ''] = await happen(1);
    await waitUntil(async () => (await attempts()).length === 3, { what: 'the last try that is planned' });
    expect(await attempts()).toMatchObject([failed, failed, { status: 'PENDING', number: 3 }]);
    expect(hook.received).toEqual([]);
    await change({ status: 'ACTIVE' });
    const isKnown = async () => (await findTenant(tenantId))?.status === 'ACTIVE';
    await waitUntil(isKnown, { what: 'this process to know that the tenant is active' });
    await WebhookAttemptModel.updateOne({ tenantId, number: 3 }, { $set: { dueAt: new Date() } });
    await untilArrived(hook, [eventId]);
    const endpoint = await WebhookEndpointModel.findOne({ tenantId }).lean();
    expect(endpoint).toMatchObject({ status: 'ACTIVE', failingSince: null });
  });

  test('for planned events that the endpoint no longer gets, by property or type', async () => {
    const own = newId('property');
    const narrowed = { propertyIds: [own], events: ['resident.moved_in'] };
    await WebhookEndpointModel.updateOne({ tenantId }, { $set: narrowed });
    const endpoint = await WebhookEndpointModel.findOne({ tenantId }).lean();
    const events = [
      publicEventRow(tenantId, { propertyIds: [newId('property')] }),
      publicEventRow(tenantId, { propertyIds: null }),
      publicEventRow(tenantId, { propertyIds: [own], type: 'resident.moved_out' }),
      publicEventRow(tenantId, { propertyIds: [own] }),
    ];
    await PublicEventModel.insertMany(events);
    const tested = { ...publicEventRow(tenantId, { type: 'door.opened' }), entityId: null };
    const planned = [...events, tested].map((event) => newAttempt(event, endpoint?._id ?? '', new Date()));
    await WebhookAttemptModel.insertMany(planned);
    await waitUntil(async () => (await attempts()).every(({ status }) => status !== 'PENDING'), {
      what: 'the end of what was planned',
    });
    const ended = new Map((await attempts()).map(({ _id, ...attempt }) => [_id, attempt]));
    const refused = { status: 'FAILED', error: 'not_subscribed', responseStatus: null, nextAt: null };
    const sent = { status: 'SUCCEEDED', error: null };
    expect(planned.map(({ _id }) => ended.get(_id))).toMatchObject([refused, refused, refused, sent, sent]);
    const received = hook.received.map(({ eventId }) => eventId);
    expect(new Set(received)).toEqual(new Set([events.at(-1)?._id, tested._id]));
    expect([ended.size, await WebhookEndpointModel.findOne({ tenantId }).lean()]).toMatchObject([
      5,
      { failingSince: null },
    ]);
  });

  test('for a deleted tenant; its planned attempts end', async () => {
    await change({ isLive: false, deletedAt: new Date() });
    await happen(2);
    await waitUntil(async () => (await attempts()).every(({ status }) => status === 'FAILED'), {
      what: 'the end of what was planned',
    });
    const ended = { error: 'endpoint_inactive', nextAt: null, number: 1 };
    expect(await attempts()).toMatchObject([ended, ended]);
    expect(hook.received).toEqual([]);
  });
});
