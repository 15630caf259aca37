import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { newId } from '@pas/shared/ids/id';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { tenantRow, unitRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Unit } from '../src/resources/units/unit.schema.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { recoverWebhooks } from '../src/sweeps/recover-webhooks.ts';
import { newAttempt } from '../src/webhooks/new-attempt.ts';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startWebhookSender, type RunningWebhookSender } from '../src/webhooks/start-webhook-sender.ts';
import { adminDependencies } from './admin-harness.ts';
import { startReceiver, untilArrived, type Receiver } from './webhook-receiver.ts';
import { takeDoorsOffline } from './take-doors-offline.ts';
import { publicEventRow, webhookEndpointRow } from './webhook-rows.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const { texts } = adminDependencies.webhooks;
const worker = { environment, events: leaveToSweeper, log };

await useDatabases();

describe('the webhook sender', () => {
  let tenantId: string;
  let sender: RunningWebhookSender;
  const receivers: Receiver[] = [];

  const start = (allowsLoopback = true) =>
    startWebhookSender({
      ...worker,
      texts,
      send: createSendRequest({ allowsLoopback }),
      waitsMs: [50, 50, 3_600_000],
      everyMs: 50,
    });
  beforeEach(async () => {
    const tenant = tenantRow();
    await TenantModel.insertMany([tenant]);
    tenantId = tenant._id;
    sender = start();
  });
  afterEach(() => sender.stop());
  afterAll(async () => void (await Promise.all(receivers.map((receiver) => receiver.stop()))));

  async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
    const started = await startReceiver(...args);
    receivers.push(started);
    return started;
  }
  async function endpoint(url: string, fields: Partial<WebhookEndpointRow> = {}): Promise<string> {
    const row = webhookEndpointRow(tenantId, { url, ...fields });
    await WebhookEndpointModel.insertMany([row]);
    return row._id;
  }
  /** Marks doors as offline, and sequences their events. */
  const happen = async (count = 1, propertyId = newId('property')): Promise<string[]> =>
    takeDoorsOffline({ tenantId, sender, count, propertyId });
  const attemptsOf = async (endpointId: string): Promise<WebhookAttemptRow[]> =>
    WebhookAttemptModel.find({ tenantId, endpointId }).sort({ number: 1 }).lean<WebhookAttemptRow[]>();
  const untilFailed = (endpointId: string) =>
    waitUntil(async () => (await attemptsOf(endpointId))[0]?.status === 'FAILED', { what: 'a failed try' });
  const read = async (id: string) =>
    WebhookEndpointModel.findOne({ tenantId, _id: id }).lean<WebhookEndpointRow>();
  test('sends an event once, with the entity as GET shows it and a valid signature', async () => {
    const hook = await receiver();
    const id = await endpoint(hook.url);
    const [eventId = ''] = await happen();
    await untilArrived(hook, [eventId]);
    await waitUntil(async () => (await attemptsOf(id))[0]?.status === 'SUCCEEDED', { what: 'the record' });
    expect(hook.received).toMatchObject([
      { isGenuine: true, body: { type: 'door.offline', data: { accessPoint: { tenantId, kind: 'DOOR' } } } },
    ]);
    expect(await attemptsOf(id)).toMatchObject([
      { responseStatus: 204, error: null, nextAt: null, number: 1 },
    ]);
  });

  test('sends only the declared fields of an entity', async () => {
    const hook = await receiver();
    const id = await endpoint(hook.url);
    const unit = unitRow(tenantId);
    await UnitModel.insertMany([unit]);
    const event = publicEventRow(tenantId, { type: 'unit.unreachable', entityId: unit._id });
    await WebhookAttemptModel.insertMany([newAttempt(event, id, new Date())]);
    await untilArrived(hook, [event._id]);
    const { unit: sent } = hook.received[0]?.body.data ?? {};
    expect(Object.keys(sent as object)).toEqual(Object.keys(Unit.shape));
  });

  test('retries with the same id until the endpoint accepts it, then clears the start of the failure', async () => {
    let refusals = 2;
    const hook = await receiver((_request, response) => {
      refusals -= 1;
      response.writeHead(refusals >= 0 ? 500 : 200).end();
    });
    const id = await endpoint(hook.url);
    await happen();
    await waitUntil(async () => (await attemptsOf(id)).some(({ status }) => status === 'SUCCEEDED'), {
      what: 'a try that succeeds',
    });
    expect(
      (await attemptsOf(id)).map(({ number, status, responseStatus }) => [number, status, responseStatus]),
    ).toEqual([
      [1, 'FAILED', 500],
      [2, 'FAILED', 500],
      [3, 'SUCCEEDED', 200],
    ]);
    expect(new Set(hook.received.map(({ eventId }) => eventId)).size).toBe(1);
    await waitUntil(async () => (await read(id))?.failingSince === null, { what: 'the end of the failure' });
  });

  test('disables an endpoint immediately after 410, and sends no more', async () => {
    const hook = await receiver((_request, response) => void response.writeHead(410).end());
    const id = await endpoint(hook.url);
    await happen();
    await waitUntil(async () => (await read(id))?.status === 'DISABLED', {
      what: 'the endpoint to be disabled',
    });
    expect(await read(id)).toMatchObject({ disabledReason: 'GONE', version: 2 });
    expect(await attemptsOf(id)).toMatchObject([{ status: 'FAILED', responseStatus: 410, number: 1 }]);
  });

  test('disables an endpoint after five days of failure', async () => {
    const hook = await receiver((_request, response) => void response.writeHead(503).end());
    const failingSince = new Date(Date.now() - 5 * 86_400_000 - 1000);
    const id = await endpoint(hook.url, { failingSince });
    await happen();
    await waitUntil(async () => (await read(id))?.status === 'DISABLED', { what: 'a disabled endpoint' });
    expect(await read(id)).toMatchObject({ disabledReason: 'FAILING', failingSince });
  });

  test('follows no redirect', async () => {
    const target = await receiver();
    const hook = await receiver(
      (_request, response) => void response.writeHead(307, { location: target.url }).end(),
    );
    const id = await endpoint(hook.url);
    await happen();
    await untilFailed(id);
    expect((await attemptsOf(id))[0]).toMatchObject({
      status: 'FAILED',
      error: 'redirected',
      responseStatus: 307,
    });
    expect(target.received).toEqual([]);
  });

  test('connects to no private address, even by a name that resolves to it', async () => {
    const hook = await receiver();
    const id = await endpoint(hook.url);
    const named = await endpoint(hook.url.replace('127.0.0.1', 'localhost'));
    await sender.stop();
    sender = start(false);
    await happen();
    for (const each of [id, named]) {
      await untilFailed(each);
      expect((await attemptsOf(each))[0]).toMatchObject({ status: 'FAILED', error: 'private_address' });
    }
    expect(hook.received).toEqual([]);
  });

  test('stops reading an endless answer', async () => {
    let sent = 0;
    const hook = await receiver((_request, response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    const id = await endpoint(hook.url);
    await happen();
    await waitUntil(async () => (await attemptsOf(id))[0]?.status === 'SUCCEEDED', { what: 'the record' });
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test('signs with both valid secrets after a rotation', async () => {
    const hook = await receiver();
    const row = webhookEndpointRow(tenantId, { url: hook.url });
    const until = new Date(Date.now() + 60_000);
    const [first] = row.secrets;
    const secrets = [
      { sealed: texts.seal(`whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`), until: null },
      { sealed: first?.sealed ?? '', until },
      { sealed: first?.sealed ?? '', until: new Date(0) },
    ];
    await WebhookEndpointModel.insertMany([{ ...row, secrets }]);
    await untilArrived(hook, await happen());
    expect(hook.received[0]).toMatchObject({ isGenuine: true, signatures: 2 });
  });

  test('sends an endpoint only its types and properties, and nothing while it is paused', async () => {
    const [every, typed, placed, paused] = [
      await receiver(),
      await receiver(),
      await receiver(),
      await receiver(),
    ];
    const propertyId = newId('property');
    await endpoint(every.url);
    await endpoint(typed.url, { events: ['door.opened'] });
    await endpoint(placed.url, { propertyIds: [propertyId] });
    await endpoint(paused.url, { status: 'PAUSED' });
    const [other, own] = [await happen(), await happen(1, propertyId)];
    await untilArrived(every, [...other, ...own]);
    await untilArrived(placed, own);
    expect([every, typed, placed, paused].map(({ received }) => received.length)).toEqual([2, 0, 1, 0]);
  });

  test('sends events right after the activation of a paused endpoint, despite the cached pause', async () => {
    const hook = await receiver();
    const id = await endpoint(hook.url, { status: 'PAUSED' });
    await WebhookAttemptModel.insertMany([newAttempt(publicEventRow(tenantId), id, new Date())]);
    const isEnded = async () => (await attemptsOf(id)).some(({ error }) => error === 'endpoint_inactive');
    await waitUntil(isEnded, { what: 'the sender to know of the pause' });
    await WebhookEndpointModel.updateOne({ tenantId, _id: id }, { $set: { status: 'ACTIVE' } });
    const [eventId = ''] = await happen();
    await untilArrived(hook, [eventId]);
    expect(hook.received).toMatchObject([{ eventId, isGenuine: true }]);
  });

  test('recovers missed events, and does not repeat delivered ones', async () => {
    const hook = await receiver();
    const id = await endpoint(hook.url);
    const arrived = await happen(2);
    await untilArrived(hook, arrived);
    await WebhookEndpointModel.updateOne({ tenantId, _id: id }, { $set: { status: 'PAUSED' } });
    const missed = await happen(3);
    await waitUntil(async () => (await attemptsOf(id)).every(({ status }) => status === 'SUCCEEDED'), {
      what: 'the records',
    });
    const recoverSince = new Date(Date.now() - 3_600_000);
    await WebhookEndpointModel.updateOne({ tenantId, _id: id }, { $set: { status: 'ACTIVE', recoverSince } });
    const sweeper = startSweeper({ ...worker, everyMs: 50, sweeps: [recoverWebhooks] });
    await untilArrived(hook, missed);
    await waitUntil(async () => (await read(id))?.recoverSince === null, { what: 'the end of the recovery' });
    await sweeper.stop();
    expect(hook.received).toHaveLength(5);
  });
});
