import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { AlertMailModel } from '@pas/shared/models/alert-mail';
import { TenantModel } from '@pas/shared/models/tenant';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { tenantRow, testLinks } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendAlertMails } from '../src/alerts/send-alert-mails.ts';
import type { Mail } from '../src/dispatch/mailer.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { recordSuccess, recordFailure } from '../src/webhooks/endpoint-health.ts';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startWebhookSender, type RunningWebhookSender } from '../src/webhooks/start-webhook-sender.ts';
import { adminDependencies } from './admin-harness.ts';
import { takeDoorsOffline } from './take-doors-offline.ts';
import { startReceiver, untilArrived, type Receiver } from './webhook-receiver.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const { texts } = adminDependencies.webhooks;
const worker = { environment, events: leaveToSweeper, log };
const desk = { email: 'desk@example.test', types: ['endpoint.failing' as const], digest: 'NONE' as const };

await useDatabases();

let tenantId: string;
let sender: RunningWebhookSender;
let receiver: Receiver;

beforeEach(async () => {
  const row = tenantRow();
  await TenantModel.insertMany([{ ...row, settings: { ...row.settings, alertRecipients: [desk] } }]);
  tenantId = row._id;
  const send = createSendRequest({ allowsLoopback: true });
  sender = startWebhookSender({ ...worker, texts, send, everyMs: 50 });
});
afterEach(async () => {
  await Promise.all([sender.stop(), receiver.stop()]);
});

/** Creates an endpoint with a fixed status, and an event for it. */
async function endpointThatAnswers(status: number, fields: Partial<WebhookEndpointRow> = {}) {
  receiver = await startReceiver((_request, response) => void response.writeHead(status).end('{"secret":1}'));
  const row = webhookEndpointRow(tenantId, { url: receiver.url, ...fields });
  await WebhookEndpointModel.insertMany([row]);
  const [eventId = ''] = await takeDoorsOffline({
    tenantId,
    sender,
    count: 1,
    propertyId: newId('property'),
  });
  await untilArrived(receiver, [eventId]);
  return { id: row._id, eventId };
}
const attemptsAt = async (endpointId: string): Promise<WebhookAttemptRow[]> =>
  WebhookAttemptModel.find({ tenantId, endpointId }).sort({ number: 1 }).lean<WebhookAttemptRow[]>();

/** Sends the tenant's waiting mails as if they were due. */
async function sendMails(): Promise<Mail[]> {
  const mails: Mail[] = [];
  const send = (mail: Mail): Promise<void> => Promise.resolve(void mails.push(mail));
  await AlertMailModel.updateMany({ tenantId }, { $set: { dueAt: new Date() } });
  const sweeper = startSweeper({
    ...worker,
    everyMs: 50,
    sweeps: [sendAlertMails({ send, close: () => undefined }, testLinks.portalUrl)],
  });
  const areSent = async () => (await AlertMailModel.countDocuments({ tenantId })) === 0;
  await waitUntil(areSent, { what: 'the mails' });
  await sweeper.stop();
  return mails;
}

const almostFiveDaysMs = 5 * 86_400_000;

describe('an endpoint that is disabled', () => {
  test.each<[why: string, status: number, fields: Partial<WebhookEndpointRow>]>([
    ['it is gone', 410, {}],
    ['it has failed for five days', 500, { failingSince: new Date(Date.now() - almostFiveDaysMs - 1000) }],
  ])('sends one mail to the alert recipients: %s', async (_why, status, fields) => {
    const { id } = await endpointThatAnswers(status, fields);
    const isDisabled = async () =>
      (await WebhookEndpointModel.findOne({ tenantId, _id: id }).lean())?.status === 'DISABLED';
    await waitUntil(isDisabled, { what: 'the endpoint to be disabled' });
    const [mail, ...others] = await sendMails();
    expect([mail?.to, mail?.subject, others]).toEqual([desk.email, 'A webhook endpoint was disabled', []]);
    expect(mail?.text).toContain(receiver.url);
  });
});

test('an endpoint that has failed for less than five days stays active, without a mail', async () => {
  const failingSince = new Date(Date.now() - almostFiveDaysMs + 60_000);
  const { id } = await endpointThatAnswers(500, { failingSince });
  await waitUntil(async () => (await attemptsAt(id)).length === 2, { what: 'the next try' });
  // The stop finishes attempts in progress: the consequences of a failure follow its record.
  await sender.stop();
  expect(await WebhookEndpointModel.findOne({ tenantId, _id: id }).lean()).toMatchObject({
    status: 'ACTIVE',
    failingSince,
  });
  expect(await AlertMailModel.countDocuments({ tenantId })).toBe(0);
});

test('a success ends a failure whose start is older in the store than in this copy', async () => {
  const { id } = await endpointThatAnswers(204, { failingSince: new Date(1) });
  await sender.stop();
  await WebhookEndpointModel.updateOne({ tenantId, _id: id }, { $set: { failingSince: new Date(1) } });
  const ctx = workContext({ ...worker, service: 'admin', name: 'Test' }, tenantId);
  await recordSuccess(ctx, { _id: id, url: receiver.url, failingSince: new Date(2) });
  expect(await WebhookEndpointModel.findOne({ tenantId, _id: id }).lean()).toMatchObject({
    failingSince: null,
  });
});

test('the results of an attempt at an earlier address do not count for the present one', async () => {
  const failingSince = new Date(1);
  const { id } = await endpointThatAnswers(204);
  await sender.stop();
  const url = 'https://hooks.example.com/moved';
  await WebhookEndpointModel.updateOne({ tenantId, _id: id }, { $set: { url, failingSince: null } });
  const ctx = workContext({ ...worker, service: 'admin', name: 'Test' }, tenantId);
  const old = { _id: id, url: receiver.url };
  await recordFailure(ctx, { ...old, failingSince: null }, 410);
  await recordFailure(ctx, { ...old, failingSince: null }, 500);
  await recordFailure(ctx, { ...old, failingSince }, 500);
  const read = async () => WebhookEndpointModel.findOne({ tenantId, _id: id }).lean();
  expect(await read()).toMatchObject({ status: 'ACTIVE', failingSince: null });
  await WebhookEndpointModel.updateOne({ tenantId, _id: id }, { $set: { failingSince } });
  await recordSuccess(ctx, { ...old, failingSince });
  expect(await read()).toMatchObject({ failingSince });
});

test('a failed attempt is planned again after five seconds, without stored bodies', async () => {
  const { id, eventId } = await endpointThatAnswers(500);
  await waitUntil(async () => (await attemptsAt(id)).length === 2, { what: 'the next try' });
  const [failed, next] = await attemptsAt(id);
  const waitMs = (next?.nextAt?.getTime() ?? 0) - (failed?.at?.getTime() ?? 0);
  expect(waitMs).toBeGreaterThanOrEqual(5000);
  expect(waitMs).toBeLessThan(60_000);
  expect(failed).toMatchObject({ eventId, status: 'FAILED', error: 'refused', responseStatus: 500 });
  expect(next).toMatchObject({ eventId, status: 'PENDING', number: 2, at: null });
  expect(JSON.stringify([failed, next])).not.toMatch(/accessPoint"|secret/);
});

test('a request has the event’s id, the attempt’s time, and only the fields type, timestamp and data', async () => {
  const { eventId } = await endpointThatAnswers(204);
  const [{ body, eventId: sentId, at } = { body: {}, eventId: '', at: 0 }] = receiver.received;
  expect([sentId, Object.keys(body)]).toEqual([eventId, ['type', 'timestamp', 'data']]);
  expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
});
