import { connectBus, type Bus } from '@pas/platform/events/bus';
import { startPublisher, type EventPublisher } from '@pas/platform/events/event-publisher';
import { createLogger } from '@pas/platform/log/logger';
import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { control, core } from '@pas/platform/mongo/connections';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import { openWithdrawalFiles } from '@pas/shared/audit-chain/withdrawal';
import { declareBus } from '@pas/shared/events/declare-bus';
import { InviteModel } from '@pas/shared/models/invite';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { inviteRow, residenceIn, testLinks, testPasses, userRow } from '@pas/testing/rows';
import { UserModel } from '@pas/shared/models/user';
import { watchSharding } from '@pas/testing/sharding/watch-sharding';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepCheckpoints } from '../src/audit-chain/keep-checkpoints.ts';
import { createWithdrawalRecorder } from '../src/audit-chain/record-withdrawals.ts';
import { startWorkers } from '../src/consumers/start-workers.ts';
import { adminDependencies, checkpointing, startAdmin } from './admin-harness.ts';
import { addRivals } from './rival-rows.ts';
import { testWebhooks } from './test-webhooks.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const { directory, privateKey } = checkpointing;
const { files } = adminDependencies.audit.checkpoints;

const admin = await startAdmin();
const nats = await prepareOwnNats();
let bus: Bus;
let events: EventPublisher;

beforeAll(async () => {
  await nats.start();
  bus = connectBus({ url: nats.url, name: 'admin', log });
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  await declareBus(bus);
  events = startPublisher({ bus, log });
});
afterAll(async () => {
  await events.stop();
  await bus.close();
  await nats.wipe();
});

function start(sent: string[]) {
  const mailer = {
    send: ({ to }: { to: string }) => Promise.resolve(void sent.push(to)),
    close: () => undefined,
  };
  const retry = { firstMs: 100, maxMs: 100, giveUpMs: 60_000 };
  return startWorkers({
    bus,
    events,
    log,
    environment,
    carriers: { links: testLinks, passes: testPasses, mailer, texts: null, retry },
    resetSecret: 'a secret of the tests, 32 characters long',
    contactCodes: createContactCodes('a secret of the tests, 32 characters long'),
    checkpoints: keepCheckpoints({ files, privateKey, environment, everyRecords: 1, everyMs: 100, log }),
    recordWithdrawal: createWithdrawalRecorder({
      files: openWithdrawalFiles(directory, environment),
      privateKey,
      environment,
    }),
    webhooks: testWebhooks,
    sweepIntervalMs: 100,
  });
}

test('no statement of the workers asks every shard, and no transaction has two tenants', async () => {
  const { caller, own } = await addRivals(admin);
  const tenantId = caller.tenantId ?? '';
  const unit = { id: own['unit_'] ?? '', propertyId: own['prop_'] ?? '' };
  const past = new Date(Date.now() - 60_000);
  await InviteModel.insertMany([inviteRow({ ...unit, _id: unit.id, tenantId }, { expiresAt: past })]);
  const ended = { ...residenceIn(unit, past), dueAt: past };
  await UserModel.insertMany([userRow(tenantId, { residences: [ended] })]);
  const actions = async (): Promise<string[]> => {
    const { body } = await admin.call<{ auditRecords: { action: string }[] }>(
      'GET',
      '/api/admin/audit?limit=100',
      {
        as: caller,
      },
    );
    return body.auditRecords.map(({ action }) => action);
  };
  // A follow-up of migrations reads whole collections.
  await MigrationModel.updateMany({}, { $set: { checkedAt: new Date() } });
  const sent: string[] = [];
  const sharding = watchSharding([core, control]);
  const workers = start(sent);
  const body = { unitId: unit.id, inviteeEmail: 'sharded@example.test', dispatch: ['EMAIL'] };
  const invited = await admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body });
  expect(invited.status).toBe(201);
  await expect.poll(() => sent).toContain('sharded@example.test');
  await expect
    .poll(actions)
    .toEqual(expect.arrayContaining(['invite.created', 'invite.expired', 'residence.ended']));
  await workers.stop();
  sharding.stop();
  expect(sharding.takeFaults()).toEqual([]);
});
