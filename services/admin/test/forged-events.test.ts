import { connectBus, type Bus } from '@pas/platform/events/bus';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { listDeadLetters, type ListedDeadLetter } from '@pas/platform/events/dead-letters';
import type { Envelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import type { Principal } from '@pas/shared/principal/principal';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { growthOf, readMetric } from '@pas/testing/read-metric';
import { testLinks, testPasses } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDeliverInvites } from '../src/consumers/deliver-invites.ts';
import { startSealAudit } from '../src/consumers/seal-audit.ts';
import type { Mail } from '../src/dispatch/mailer.ts';
import { verifyChain } from '../src/resources/audit/verify-chain.ts';
import { addProperty, addUnit, adminDependencies, newTenantCaller, startAdmin } from './admin-harness.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const submitted = 'pas.v1.audit.record.submitted';
const dispatched = 'pas.v1.onboarding.invite.dispatched';
const { checkpoints } = adminDependencies.audit;

const admin = await startAdmin();
const nats = await prepareOwnNats();

describe('forged events on the bus', () => {
  let bus: Bus;
  let forger: Bus;
  let workers: { stop(): Promise<void> }[];
  let mails: Mail[];
  let caller: Principal;
  let tenantId: string;

  beforeAll(async () => {
    await nats.start();
    bus = connectBus({ url: nats.url, name: 'admin', log });
    forger = connectBus({ url: nats.urlOf('admin-workers'), name: 'forger', log });
    await waitUntil(() => bus.isConnected() && forger.isConnected(), { what: 'both connections' });
    await declareBus(bus);
    const retry = { firstMs: 100, maxMs: 100, giveUpMs: 60_000 };
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
    const worker = { bus, log, environment, events: leaveToSweeper };
    workers = [
      startSealAudit({
        ...worker,
        checkpoints: { record: () => undefined },
        recordWithdrawal: async () => undefined,
      }),
      startDeliverInvites({ ...worker, links: testLinks, passes: testPasses, mailer, texts: null, retry }),
    ];
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all([bus.close(), forger.close()]);
    await nats.wipe();
  });
  beforeEach(async () => {
    mails = [];
    caller = await newTenantCaller();
    tenantId = caller.tenantId ?? '';
  });

  const forge = (subject: string, envelope: object): Promise<void> =>
    forger.publish(subject, JSON.stringify(envelope), { msgId: newId('event') });
  const committed = async (subject: string): Promise<Envelope[]> => {
    const rows = await OutboxModel.find({ tenantId, subject }).sort({ _id: 1 }).lean();
    return rows.map(({ envelope }) => envelope);
  };
  const letterOf = async (durable: string, id: string): Promise<ListedDeadLetter> => {
    const find = async () =>
      (await listDeadLetters(bus, { durable })).find(({ raw }) => raw?.includes(id)) ?? null;
    return waitUntil(find, { what: `the dead letter of ${durable}` });
  };
  const chain = (): Promise<AuditRecordRow[]> =>
    AuditRecordModel.find({ tenantId }).sort({ seq: 1 }).lean<AuditRecordRow[]>();
  const sealed = async (count: number): Promise<AuditRecordRow[]> => {
    const read = async () => {
      const rows = await chain();
      return rows.length >= count ? rows : null;
    };
    return waitUntil(read, { what: `${count} sealed records` });
  };
  const verify = () => verifyChain({ tenantId, environment, checkpoints });

  /** Creates an invite with a queued mail and unpublished events. */
  async function queueInvite(email: string): Promise<void> {
    const property = await addProperty(admin, caller);
    const unit = await addUnit(admin, caller, property.id);
    const body = { unitId: unit.id, inviteeEmail: email, dispatch: ['EMAIL'] };
    await admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body });
  }

  test('a forged submission is a dead letter, and the chain is unchanged', async () => {
    await addProperty(admin, caller);
    const [real] = await committed(submitted);
    await forge(submitted, real as Envelope);
    const before = await sealed(1);

    const forged = { ...real, id: newId('event'), data: { ...real?.data, action: 'tenant.deleted' } };
    await forge(submitted, forged);
    expect(await letterOf('seal-audit', forged.id)).toMatchObject({ eventId: null, attempts: 1 });
    expect(await chain()).toEqual(before);
    expect(await verify()).toMatchObject({ valid: true, checked: 1 });
  });

  test('a forged body with a real id seals the committed record, in its own tenant’s chain', async () => {
    await addProperty(admin, caller, 'Real House');
    const [real] = await committed(submitted);
    const victim = newId('tenant');
    await forge(submitted, {
      ...real,
      tenantid: victim,
      data: { ...real?.data, action: 'tenant.deleted' },
    });
    const [record] = await sealed(1);
    expect(record).toMatchObject({ eventId: real?.id, tenantId, record: { action: 'property.created' } });
    expect(await AuditRecordModel.countDocuments({ tenantId: victim })).toBe(0);
    expect(await verify()).toMatchObject({ valid: true, checked: 1 });
  });

  test('a sealed record is timed from its change', async () => {
    await addProperty(admin, caller);
    const [real] = await committed(submitted);
    const seal = async () => {
      await forge(submitted, real as Envelope);
      await sealed(1);
      await waitUntil(async () => ((await readMetric(timed)) ?? 0) > before, { what: 'the metric' });
    };
    const timed = 'audit_seal_duration_seconds_count';
    const before = (await readMetric(timed)) ?? 0;
    expect(await growthOf([timed], seal)).toBe(1);
  });

  test('another committed event is not accepted as a submission', async () => {
    await queueInvite('passed-off@example.test');
    const [event] = await committed(dispatched);
    await forge(submitted, { ...event, type: submitted });
    const letter = await letterOf('seal-audit', event?.id ?? '');
    expect(letter.reason).toContain('for another subject');
    expect(await chain()).toEqual([]);
  });

  test('a forged dispatch is a dead letter, and sends no mail', async () => {
    await queueInvite('robin@example.test');
    await waitUntil(() => mails.some(({ to }) => to === 'robin@example.test'), { what: 'the mail' });
    const [real] = await committed(dispatched);
    const forged = { ...real, id: newId('event') };
    await forge(dispatched, forged);
    await letterOf('deliver-invites', forged.id);
    expect(mails.filter(({ to }) => to === 'robin@example.test')).toHaveLength(1);
  });

  test('a flood of forged submissions does not block real ones', async () => {
    const sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
    const [count, each] = [20, 50];
    for (let made = 0; made < count; made += 1) {
      const [real] = await Promise.all([
        addProperty(admin, caller, `House ${made}`),
        ...Array.from({ length: each }, () => forge(submitted, { id: newId('event') })),
      ]);
      expect(real.id).toMatch(/^prop_/);
    }
    expect(await sealed(count)).toHaveLength(count);
    expect(await verify()).toMatchObject({ valid: true, checked: count });
    await sweeper.stop();
  });
});
