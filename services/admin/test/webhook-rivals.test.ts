import { join } from 'node:path';
import { newId } from '@pas/shared/ids/id';
import { TenantModel } from '@pas/shared/models/tenant';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { drillSize } from '@pas/testing/drill-size';
import { tenantRow } from '@pas/testing/rows';
import { useProcesses } from '@pas/testing/killable-processes';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { takeDoorsOffline } from './take-doors-offline.ts';
import { startReceiver, takes, untilArrived, type Receiver } from './webhook-receiver.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

const { coreUrl, controlUrl } = await useDatabases();
const senders = useProcesses(join(import.meta.dirname, 'crashing-webhook-sender.ts'));
const receivers: Receiver[] = [];
let tenantId: string;

beforeEach(async () => {
  const tenant = tenantRow();
  await TenantModel.insertMany([tenant]);
  tenantId = tenant._id;
});
afterAll(async () => void (await Promise.all(receivers.map((receiver) => receiver.stop()))));

/** Starts a sender in a separate process. */
const startSender = () => senders.start(coreUrl, controlUrl);

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

const endpoint = async (url: string) =>
  WebhookEndpointModel.insertMany([webhookEndpointRow(tenantId, { url })]);

/** Creates events; the processes find them by polling. */
async function happen(count: number): Promise<string[]> {
  const ignore = () => undefined;
  const sender = { wake: ignore, reserve: () => 0, release: ignore, send: ignore };
  return takeDoorsOffline({ tenantId, sender, count, propertyId: newId('property') });
}

/** Expires the claims of dead processes. */
const endClaims = async () =>
  WebhookAttemptModel.updateMany(
    { tenantId, status: 'PENDING', claimedBy: { $ne: null } },
    { $set: { dueAt: new Date(), claimedBy: null } },
  );

test('healthy endpoints get every event beside slow, dead, redirecting, private and misbehaving ones', async () => {
  const working = await Promise.all(
    Array.from({ length: drillSize({ short: 5, long: 15 }) }, async () => receiver()),
  );
  const slow = await receiver(() => undefined);
  const lying = await receiver((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{');
  });
  const redirecting = await receiver(
    (_request, response) => void response.writeHead(302, { location: '/' }).end(),
  );
  const dead = await startReceiver();
  await dead.stop();
  for (const { url } of [...working, slow, lying, redirecting, dead]) await endpoint(url);
  await endpoint('https://10.255.255.1/hook');
  startSender();
  const events: string[] = [];
  const batches = drillSize({ short: 5, long: 25 });
  for (let batch = 0; batch < batches; batch += 1) events.push(...(await happen(20)));
  for (const each of working) await untilArrived(each, events, 180_000);
  for (const { received, maxConcurrent } of working) {
    expect(received.every(({ isGenuine }) => isGenuine)).toBe(true);
    expect(new Set(received.map(({ eventId }) => eventId))).toEqual(new Set(events));
    expect(maxConcurrent()).toBeLessThanOrEqual(8);
  }
  expect(Math.max(slow.maxConcurrent(), lying.maxConcurrent())).toBeLessThanOrEqual(8);
});

test('a killed sender loses nothing: every event arrives at least once', async () => {
  const hook = await receiver((_request, response) => void setTimeout(() => takes(_request, response), 20));
  await endpoint(hook.url);
  const crashes = drillSize({ short: 1, long: 3 });
  const events = await happen(60 * crashes);
  for (let crash = 1; crash <= crashes; crash += 1) {
    const sender = startSender();
    await waitUntil(() => hook.received.length >= crash * 40, { what: 'events' });
    await senders.kill(sender);
    await endClaims();
  }
  startSender();
  await untilArrived(hook, events);
  await waitUntil(
    async () => (await WebhookAttemptModel.countDocuments({ tenantId, status: 'PENDING' })) === 0,
    { what: 'the records' },
  );
  expect(await WebhookAttemptModel.countDocuments({ tenantId, status: 'SUCCEEDED' })).toBe(events.length);
  // Each crash repeats at most the attempts in progress: eight per endpoint.
  expect(hook.received.length - events.length).toBeLessThanOrEqual(crashes * 8);
  const arrivals = Map.groupBy(hook.received, ({ eventId }) => eventId);
  const mostTimes = Math.max(...[...arrivals.values()].map(({ length }) => length));
  // Each crash repeats an event at most once.
  expect(mostTimes).toBeLessThanOrEqual(1 + crashes);
});
