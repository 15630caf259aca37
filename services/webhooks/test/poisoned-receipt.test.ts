import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { control, core } from '@pas/platform/mongo/connections';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import { programEnvironment } from '@pas/testing/program-environment';
import { tenantRow } from '@pas/testing/rows';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import { databaseUrl } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, expect, inject, test } from 'vitest';
import { startProcessingReceipts } from '../src/processing/process-receipts.ts';
import { useOwnBus } from './own-bus.ts';
import { processing } from './processing-support.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { keys, send, receipts } = await useWebhooks();
const program = join(import.meta.dirname, '../../../apps/cli/src/main.ts');

let consumer: RunningConsumer;
const ownBus = useOwnBus(() => consumer.stop());

beforeAll(() => {
  consumer = startProcessingReceipts({ ...processing, bus: ownBus.bus, receipts });
});

const urlOf = (name: string): string => databaseUrl(inject('mongoUrl'), name);

/** Runs the operator's command line in a separate process. */
async function pas(...args: readonly string[]): Promise<string> {
  const env = {
    ...programEnvironment(),
    ENVIRONMENT: 'TEST',
    MONGO_URL: urlOf(core.name),
    CONTROL_MONGO_URL: urlOf(control.name),
    NATS_URL: ownBus.nats.urlOf('cli'),
  };
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
}

const readReceipt = async () => WebhookReceiptModel.findOne({}).lean<WebhookReceiptRow>();

const listLetters = async (): Promise<{ seq: number; eventId: string; attempts: number }[]> =>
  (await pas('dead-letters', 'list', '--durable', 'process-receipts'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { seq: number; eventId: string; attempts: number });

const patience = { everyMs: 250 };

test('a webhook that fails five times becomes a dead letter; a replay after the repair takes effect once', async () => {
  const billing = {
    status: 'NONE',
    customerId: 'cus_1',
    subscriptionId: null,
    currentPeriodEnd: null,
  } as const;
  const tenant = tenantRow({ billing });
  await TenantModel.insertMany([tenant]);
  // A value that no release writes. The processing fails until a repair.
  await TenantModel.collection.updateOne({ _id: tenant._id as never }, { $set: { billingMarks: [null] } });
  const object = { id: 'sub_1', customer: 'cus_1', status: 'active', current_period_end: 1_900_000_000 };
  const event = { id: 'evt_1', type: 'customer.subscription.created', created: 100, data: { object } };
  const webhook = signPayments(keys.current.payments, JSON.stringify(event));
  expect((await send(webhook)).status).toBe(200);
  const isDead = async () => (await readReceipt())?.state === 'held';
  await waitUntil(isDead, { what: 'the receipt to be dead', ...patience });
  const letters = await waitUntil(
    async () => {
      const found = await listLetters();
      return found.length > 0 ? found : null;
    },
    { what: 'the dead letter', ...patience },
  );
  expect(letters).toMatchObject([{ eventId: (await readReceipt())?._id, attempts: 5 }]);
  expect(await readReceipt()).toMatchObject({ progress: 'RECEIVED' });

  await TenantModel.collection.updateOne({ _id: tenant._id as never }, { $set: { billingMarks: [] } });
  await pas('dead-letters', 'replay', String(letters[0]?.seq));
  const isProcessed = async () => (await readReceipt())?.progress === 'PROCESSED';
  await waitUntil(isProcessed, { what: 'the receipt to be processed', ...patience });
  // A repeat of the provider is still recognized.
  expect((await send(webhook)).status).toBe(200);
  expect(await WebhookReceiptModel.countDocuments({})).toBe(1);
  expect(await TenantModel.findById(tenant._id).lean<TenantRow>()).toMatchObject({
    billing: { status: 'ACTIVE', subscriptionId: 'sub_1' },
    version: tenant.version + 1,
  });
  const records = { tenantId: tenant._id, subject: 'pas.v1.audit.record.submitted' };
  expect(await ControlOutboxModel.countDocuments(records)).toBe(1);
  expect(await listLetters()).toEqual([]);
  const isReleased = async () => (await readReceipt())?.state === 'sent';
  await waitUntil(isReleased, { what: 'the receipt to be let go', ...patience });
}, 600_000);
