import type { OperationContext } from '@pas/shared/context/operation-context';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { commit } from '@pas/shared/change/commit';
import { createEnvelope, type Envelope } from '@pas/platform/events/envelope';
import { startPublisher, type EventPublisher } from '@pas/platform/events/event-publisher';
import { OutboxModel } from '@pas/platform/events/outbox';
import { declareBus } from '@pas/shared/events/declare-bus';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { newId } from '@pas/shared/ids/id';
import { createLogger } from '@pas/platform/log/logger';
import { AuditHeadModel } from '@pas/shared/models/audit-head';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { anonymous } from '@pas/shared/principal/principal';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { readMetric } from '@pas/testing/read-metric';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSealAudit } from '../src/consumers/seal-audit.ts';
import { verifyChain, type VerifyRange } from '../src/resources/audit/verify-chain.ts';
import { adminDependencies } from './admin-harness.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const submitted = 'pas.v1.audit.record.submitted';
const { checkpoints } = adminDependencies.audit;
const verify = (tenantId: string, range?: VerifyRange) =>
  verifyChain({ tenantId, environment, checkpoints }, range);

describe('the audit sealer', () => {
  let nats: OwnNats;
  let databases: TestDatabases;
  let bus: Bus;
  let sweeper: ReturnType<typeof startOutboxSweeper>;
  let events: EventPublisher;
  let sealers: ReturnType<typeof startSealAudit>[];
  let tenantId: string;

  beforeAll(async () => {
    nats = await prepareOwnNats();
    [databases] = await Promise.all([openTestDatabases(), nats.start()]);
    bus = connectBus({ url: nats.url, name: 'admin', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus' });
    await declareBus(bus);
    sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
    events = startPublisher({ bus, log });
    // Two sealers, as with two replicas.
    const sealer = () =>
      startSealAudit({
        bus,
        events,
        log,
        environment,
        checkpoints: { record: () => undefined },
        recordWithdrawal: async () => undefined,
      });
    sealers = [sealer(), sealer()];
  });
  afterAll(async () => {
    await Promise.all(sealers.map((sealer) => sealer.stop()));
    await Promise.all([sweeper.stop(), events.stop()]);
    await bus.close();
    await Promise.all([databases.stop(), nats.wipe()]);
  });
  beforeEach(() => {
    tenantId = newId('tenant');
  });

  test('seals the submitted record of an operation unchanged', async () => {
    const ctx = contextOf(tenantId);
    await commit(ctx, async (change) => {
      change.record({ action: 'unit.created', targets: [{ type: 'unit', id: 'unit_1' }] });
    });
    const [row] = await sealedRecords(1);
    const [told] = await OutboxModel.find({ tenantId, subject: submitted }).lean();
    expect(told?.envelope.data).toMatchObject({ aggregateVersion: 1 });
    expect(row?.record).not.toHaveProperty('aggregateVersion');
    expect(row).toMatchObject({ tenantId, seq: 1, prevHash: '0'.repeat(64) });
    expect(row?.record).toMatchObject({
      action: 'unit.created',
      outcome: 'SUCCESS',
      targets: [{ type: 'unit', id: 'unit_1' }],
      context: { correlationId: ctx.correlationId, environment, service: 'admin' },
      occurredAt: ctx.now.toISOString(),
    });
    expect(row?.record.recordedAt).toBe(row?.recordedAt.toISOString());
  });

  test('reports a sealed record under the correlation id of the operation', async () => {
    await submit(1);
    const [row] = await sealedRecords(1);
    expect((await appendedEvents())[0]?.envelope).toMatchObject({
      subject: tenantId,
      correlationid: row?.record.context.correlationId,
      data: { aggregateVersion: 1, fromSeq: 1, toSeq: 1, hash: row?.hash },
    });
  });

  test('reports each record once, many in one event', async () => {
    await submit(200);
    const rows = await sealedRecords(200);
    const events = await appendedEvents();
    expect(events.length).toBeLessThan(100);
    let next = 1;
    for (const { envelope } of events) {
      const { fromSeq, toSeq, hash } = envelope.data as { fromSeq: number; toSeq: number; hash: string };
      expect([fromSeq, hash]).toEqual([next, rows[toSeq - 1]?.hash]);
      next = toSeq + 1;
    }
    expect(next).toBe(201);
  });

  test('builds one chain per tenant without a gap or a fork, for any number of sealers', async () => {
    const others = [newId('tenant'), newId('tenant')];
    await Promise.all([submit(300), ...others.map((other) => submit(50, other))]);
    const rows = await sealedRecords(300);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, index) => index + 1));
    const verification = { valid: true, complete: true, firstBrokenSeq: null, nextSeq: null };
    expect(await verify(tenantId)).toMatchObject({ ...verification, checked: 300 });
    for (const other of others) {
      await sealedRecords(50, other);
      expect(await verify(other)).toMatchObject({ ...verification, checked: 50 });
    }
  });

  test('seals a redelivered record once', async () => {
    const submissions = await submit(20);
    await sealedRecords(20);
    const countMeasured = async () => (await readMetric('audit_seal_duration_seconds_count')) ?? 0;
    const measured = await countMeasured();
    for (const envelope of submissions)
      await bus.publish(submitted, JSON.stringify(envelope), { msgId: newId('event') });
    await submit(1);
    expect(await sealedRecords(21)).toHaveLength(21);
    expect(await verify(tenantId)).toMatchObject({ valid: true, checked: 21 });
    await expect.poll(countMeasured).toBe(measured + 1);
  });

  describe('verifyChain', () => {
    beforeEach(async () => {
      await submit(10);
      await sealedRecords(10);
    });

    test('continues where its time ran out', async () => {
      const outOfTime = await verify(tenantId, { fromSeq: 4, budgetMs: -1 });
      expect(outOfTime).toMatchObject({ valid: true, complete: false, checked: 0, nextSeq: 4 });
      const rest = await verify(tenantId, { fromSeq: 4, toSeq: 8 });
      expect(rest).toMatchObject({
        valid: true,
        complete: true,
        checked: 5,
        nextSeq: null,
        head: { seq: 10 },
      });
    });

    test('has nothing to check in an empty chain, or after the end of another', async () => {
      expect(await verify(newId('tenant'))).toMatchObject({ valid: true, checked: 0, head: null });
      expect(await verify(tenantId, { fromSeq: 500 })).toMatchObject({ valid: true, checked: 0 });
    });

    test.each([
      ['a changed record', 4, () => tamper(4, { 'record.action': 'unit.deleted' })],
      ['a changed time of sealing', 5, () => tamper(5, { 'record.recordedAt': '2020-01-01T00:00:00.000Z' })],
      ['a hash that was made to fit', 6, () => tamper(6, { hash: 'f'.repeat(64) })],
      ['a link that is gone', 7, () => AuditRecordModel.deleteOne({ tenantId, seq: 7 })],
      ['a tail that is gone', 9, () => AuditRecordModel.deleteMany({ tenantId, seq: { $gte: 9 } })],
      ['a head that names another end', 10, () => setHead({ hash: 'f'.repeat(64) })],
      ['a head that was put back', 9, () => moveHeadBack(8)],
      ['a head that is gone', 1, () => AuditHeadModel.deleteOne({ _id: tenantId })],
    ])('finds %s', async (_what, firstBrokenSeq, breakIt) => {
      await breakIt();
      expect(await verify(tenantId)).toMatchObject({ valid: false, complete: true, firstBrokenSeq });
    });

    async function tamper(seq: number, change: object): Promise<void> {
      await AuditRecordModel.updateOne({ tenantId, seq }, { $set: change });
    }

    async function setHead(change: { seq?: number; hash?: string }): Promise<void> {
      await AuditHeadModel.updateOne({ _id: tenantId }, { $set: change });
    }

    async function moveHeadBack(seq: number): Promise<void> {
      const row = await AuditRecordModel.findOne({ tenantId, seq }).lean();
      await setHead({ seq, hash: row?.hash ?? '' });
    }
  });

  function contextOf(tenant: string): OperationContext {
    return {
      principal: anonymous,
      tenantId: tenant,
      environment,
      service: 'admin',
      correlationId: newId('event'),
      now: new Date(),
      client: { ip: '127.0.0.1', userAgent: null },
      log,
      events,
    };
  }

  const appendedEvents = async () =>
    OutboxModel.find({ tenantId, subject: 'pas.v1.audit.record.appended' }).sort({ _id: 1 }).lean();

  /** Submits records like commits, without changes. */
  async function submit(count: number, tenant = tenantId): Promise<Envelope[]> {
    const now = new Date();
    const envelopes = Array.from({ length: count }, (_, index) => {
      const context = {
        ip: null,
        userAgent: null,
        correlationId: newId('event'),
        environment,
        service: 'admin',
      };
      const data = {
        action: 'unit.created',
        outcome: 'SUCCESS' as const,
        actor: { type: 'SYSTEM' as const, id: null, name: null },
        targets: [{ type: 'unit', id: `unit_${index}` }],
        changes: [{ path: 'label', before: null, after: `Flat ${index} – Ünïcode ✓` }],
        context,
        occurredAt: now.toISOString(),
      };
      return createEnvelope(
        { type: submitted, tenantId: tenant, subject: `unit_${index}`, data },
        'admin',
        now,
      );
    });
    await appendEvents(OutboxModel, envelopes, { environment, now });
    return envelopes;
  }

  /** Returns the chain of a tenant once it has a number of links. */
  async function sealedRecords(count: number, tenant = tenantId): Promise<AuditRecordRow[]> {
    const read = () => AuditRecordModel.find({ tenantId: tenant }).sort({ seq: 1 }).lean<AuditRecordRow[]>();
    return waitUntil(
      async () => {
        const rows = await read();
        return rows.length >= count ? rows : null;
      },
      { what: `${count} sealed records` },
    );
  }
});
