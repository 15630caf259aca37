import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus } from '@pas/platform/events/bus';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { declareBus } from '@pas/shared/events/declare-bus';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { UnitModel } from '@pas/shared/models/unit';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { databaseUrl, openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Finding } from '../src/doctor/finding.ts';
import { connectTestBus } from './connect-test-bus.ts';
import { runPas, settingsFor } from './run-pas.ts';
import { createStoreUsers, removeStoreUsers } from './store-users.ts';

const databases = await useDatabases(openOwnDatabases);

describe('pas doctor', () => {
  const checkpoints = mkdtempSync(join(tmpdir(), 'pas-doctor-'));
  let nats: OwnNats;
  let bus: Bus;
  let env: Record<string, string>;

  beforeAll(async () => {
    nats = await prepareOwnNats();
    await nats.start();
    bus = await connectTestBus(nats.url);
    await declareBus(bus);
    env = settingsFor(databases, {
      NATS_URL: nats.urlOf('cli'),
      DECLARER_NATS_URL: nats.urlOf('declarer'),
      AUDIT_CHECKPOINT_DIR: checkpoints,
    });
    await runPas(['migrations', 'apply'], env);
  });
  afterAll(async () => {
    rmSync(checkpoints, { recursive: true });
    await bus.close();
    await nats.wipe();
  });

  async function examine(changes: Record<string, string> = {}, ...args: string[]) {
    const { code, stdout, stderr } = await runPas(['doctor', '--json', ...args], { ...env, ...changes });
    const findings = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Finding);
    return { code, stderr, findings, of: (check: string) => findings.filter((each) => each.check === check) };
  }

  test('finds nothing to repair in a complete environment, and exits with 0', async () => {
    const { code, findings, stderr } = await examine();
    // The disk of this machine may be full.
    const others = findings.filter(({ check }) => check !== 'disk');
    expect(others.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        'configuration',
        'stores',
        'clocks',
        'indexes',
        'migrations',
        'rights',
        'streams',
        'dead-letters',
        'backlog',
        'queues',
        'disk',
      ]),
    );
    expect(stderr).toMatch(/^\d failures, \d warnings\.\n$/);
    expect(code).toBe(findings.some(({ level }) => level === 'failure') ? 1 : 0);
  });

  test('prints a line for each finding, and the next step below it', async () => {
    const { stdout } = await runPas(['doctor'], { ...env, AUDIT_CHECKPOINT_DIR: '/nothing' });
    expect(stdout).toContain('ok       indexes        All declared indexes exist.\n');
    expect(stdout).toMatch(/^failure {2}disk {11}AUDIT_CHECKPOINT_DIR is missing .*\n {24} → Create it for/m);
  });

  test('names the variables of an unusable configuration', async () => {
    const { code, findings } = await examine({ MONGO_URL: 'http://x', ENVIRONMENT: '' });
    expect(code).toBe(1);
    expect(findings).toMatchObject([{ check: 'configuration', level: 'failure' }]);
    for (const name of ['MONGO_URL', 'ENVIRONMENT']) expect(findings[0]?.message).toContain(name);
  });

  test('names a missing index and the command that makes it', async () => {
    const index = 'tenantId_1_updatedAt_-1__id_-1';
    await UnitModel.collection.dropIndex(index);
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of('indexes')).toMatchObject([
      {
        level: 'failure',
        message: `The index units.${index} is missing.`,
        next: 'Run pas migrations apply.',
      },
    ]);
    await runPas(['migrations', 'apply'], env);
  });

  test('names a missing consumer, and a user of the bus that may not look', async () => {
    await bus.manage(({ consumers }) => consumers.delete('AUDIT', 'seal-audit'));
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of('streams')).toContainEqual(
      expect.objectContaining({
        message: 'The consumer seal-audit of AUDIT is missing.',
        next: 'Run pas streams apply.',
      }),
    );
    await declareBus(bus);
    const refused = await examine({ DECLARER_NATS_URL: '' });
    expect(refused.of('streams')).toMatchObject([
      { level: 'warning', next: expect.stringContaining('Set DECLARER_NATS_URL') as string },
    ]);
  });

  test('names a stream whose settings differ, and the size of all streams', async () => {
    await bus.manage(({ streams }) => streams.update('ONBOARDING', { max_age: 3_600_000_000_000 }));
    const { code, of } = await examine();
    await declareBus(bus);
    expect(code).toBe(1);
    expect(of('streams')).toMatchObject([
      { message: 'The settings of the stream ONBOARDING differ from its declaration.', level: 'failure' },
      { message: 'No consumer lags.', level: 'ok' },
      {
        message: expect.stringMatching(
          /^The streams store \d\.\d MB; their account has no limit\.$/,
        ) as string,
      },
    ]);
  });

  test('counts mails, texts and webhook attempts that no process takes', async () => {
    const dueAt = new Date(Date.now() - 120_000);
    const tenantId = 'ten_1';
    const mail = { _id: 'dlv_1' as never, tenantId, channel: 'EMAIL', dueAt };
    await OutgoingMessageModel.collection.insertMany([mail, { ...mail, _id: 'dlv_2' as never }]);
    const attempt = {
      _id: 'att_1' as never,
      tenantId,
      status: 'PENDING',
      queue: 'ten_1 hook_1',
      dueAt,
    };
    await WebhookAttemptModel.collection.insertOne(attempt);
    const { of } = await examine();
    await OutgoingMessageModel.deleteMany({ tenantId });
    await WebhookAttemptModel.deleteMany({ tenantId });
    expect(of('queues').map(({ level, message }) => [level, message])).toEqual([
      ['warning', '2 mails have been overdue for more than 60 s.'],
      ['ok', '0 mails have failed tries and have waited for more than 60 s.'],
      ['ok', '0 texts have been overdue for more than 60 s.'],
      ['ok', '0 texts have failed tries and have waited for more than 60 s.'],
      ['warning', '1 webhook attempts have been overdue for more than 60 s.'],
    ]);
  });

  test('counts mails whose carrier refuses them, although they are due again later', async () => {
    const now = Date.now();
    const waiting = { tenantId: 'ten_1', channel: 'EMAIL', dueAt: new Date(now + 60_000), attempts: 3 };
    const rows = [61_000, 1000].map((age, index) => ({
      ...waiting,
      _id: `dlv_${index}` as never,
      createdAt: new Date(now - age),
    }));
    await OutgoingMessageModel.collection.insertMany(rows);
    const { of } = await examine();
    await OutgoingMessageModel.deleteMany({ tenantId: 'ten_1' });
    expect(of('queues').filter(({ level }) => level === 'warning')).toMatchObject([
      {
        message: '1 mails have failed tries and have waited for more than 60 s.',
        next: expect.stringContaining('runbook section MessagesStuck') as string,
      },
    ]);
  });

  test('reports events that wait for longer than ten minutes', async () => {
    const type = 'pas.v1.onboarding.invite.revoked';
    const data = { aggregateVersion: 2, inviteId: 'inv_1', propertyId: 'prop_1', unitId: 'unit_1' };
    const event = { type, tenantId: 'ten_1', subject: 'inv_1', data };
    const now = new Date(Date.now() - 900_000);
    await appendEvents(OutboxModel, [createEnvelope(event, 'admin', now)], { environment: 'DEV', now });
    const { code, of } = await examine();
    await OutboxModel.deleteMany({});
    expect(code).toBe(1);
    expect(of('backlog').filter(({ level }) => level === 'failure')).toMatchObject([
      {
        message: expect.stringMatching(
          /^1 events wait in outbox of \w+, the oldest for 9\d\d s\.$/,
        ) as string,
      },
    ]);
  });

  test('counts the dead letters of each consumer', async () => {
    await bus.publish('pas.dlq.deliver-invites', '{}', { msgId: randomUUID() });
    const { of } = await examine();
    expect(of('dead-letters')).toMatchObject([
      { level: 'warning', message: 'deliver-invites has given up 1 events.' },
    ]);
  });

  test('names missing users and roles, as the operator of MongoDB', async () => {
    const url = databaseUrl(inject('mongoUrl'), `test_${randomUUID().slice(0, 8)}`);
    const users = [{ name: 'resident-1', password: randomBytes(32).toString('base64url') }];
    const { code, of } = await examine({ OPERATOR_MONGO_URL: url, MONGO_USERS: JSON.stringify(users) });
    expect(code).toBe(1);
    const messages = of('users').map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(/^The user resident-1 of test_\w+ is missing\.$/));
    expect(messages).toContainEqual(expect.stringMatching(/^The role resident of test_\w+ is missing\.$/));
    expect(messages.join('\n')).not.toContain(users[0]?.password);
  });

  test('compares the rights of its own user with those that the command needs', async () => {
    const users = await createStoreUsers(databases, ['cli-1', 'resident-1']);
    const [own, other] = await Promise.all(users.map(async (urls) => (await examine(urls)).of('rights')));
    expect(own?.map(({ message }) => message)).toEqual([
      'cli-1 has all its rights in the core database.',
      'cli-1 has all its rights in the control database.',
    ]);
    expect(other?.[0]).toMatchObject({ level: 'failure', next: 'Run pas users apply.' });
    expect(other?.[0]?.message).toContain('find on migration_findings');
    await removeStoreUsers();
  });

  test('names a directory of checkpoints that cannot be written, and a process that does not answer', async () => {
    const missing = join(checkpoints, 'missing');
    const { code, of } = await examine({ AUDIT_CHECKPOINT_DIR: missing }, 'http://127.0.0.1:9');
    expect(code).toBe(1);
    expect(of('disk')).toContainEqual(
      expect.objectContaining({ message: 'AUDIT_CHECKPOINT_DIR is missing or cannot be written.' }),
    );
    expect(of('process')).toMatchObject([{ level: 'failure' }]);
  });
});
