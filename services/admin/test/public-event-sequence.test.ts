import { join } from 'node:path';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createEnvelope, type Envelope } from '@pas/platform/events/envelope';
import { listDeadLetters, replayDeadLetter } from '@pas/platform/events/dead-letters';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { declareBus } from '@pas/shared/events/declare-bus';
import type { EventOf, NewEvent } from '@pas/shared/events/catalogue';
import { eventsOfBatch, batchEvents, type batchType } from '@pas/shared/events/batch-events';
import { eventSources } from '@pas/shared/events/event-sources';
import { newId } from '@pas/shared/ids/id';
import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import { appendEvents } from '@pas/testing/append-events';
import { drillSize } from '@pas/testing/drill-size';
import { useProcesses } from '@pas/testing/killable-processes';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, test } from 'vitest';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const sequencers = useProcesses(join(import.meta.dirname, 'crashing-sequencer.ts'));

let nats: OwnNats;
let databases: TestDatabases;
let bus: Bus;
let sweeper: { stop(): Promise<void> };

beforeAll(async () => {
  nats = await prepareOwnNats();
  [databases] = await Promise.all([openTestDatabases(), nats.start()]);
  bus = connectBus({ url: nats.url, name: 'admin', log });
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  await declareBus(bus);
  sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
});
afterAll(async () => {
  await sweeper.stop();
  await bus.close();
  await Promise.all([databases.stop(), nats.wipe()]);
});

const startSequencer = () =>
  sequencers.start(databases.coreUrl, databases.controlUrl, nats.urlOf('admin-workers'));

/** Events of doors, which can be sequenced without a stored entity. */
const newEvents = (tenantId: string, count: number): Envelope[] =>
  Array.from({ length: count }, () => {
    const accessPointId = newId('accessPoint');
    const data = {
      aggregateVersion: 1,
      accessPointId,
      propertyId: newId('property'),
      lastSeenAt: '2026-01-01T00:00:00.000Z',
    };
    return createEnvelope(
      { type: 'pas.v1.access.point.offline', tenantId, subject: accessPointId, data },
      'admin',
      new Date(),
    );
  });

/** Makes a batch of move-ins, as a change with many of them commits it. */
function newBatch(tenantId: string, count: number): EventOf<typeof batchType> {
  const homes = Array.from({ length: count }, (): NewEvent => {
    const residenceId = newId('residence');
    const [userId, propertyId, unitId] = [newId('user'), newId('property'), newId('unit')];
    const data = { aggregateVersion: 1, userId, residenceId, propertyId, unitId, inviteId: null };
    return { type: 'pas.v1.onboarding.residence.started', tenantId, subject: residenceId, data };
  });
  const [batch] = batchEvents(tenantId, homes);
  return createEnvelope(batch as NewEvent, 'admin', new Date()) as EventOf<typeof batchType>;
}

/** Events committed between two kills, with their ids. */
interface Portion {
  committed: Envelope[];
  ids: string[];
}

const portionSize = drillSize({ short: 60, long: 200 });
const crashes = drillSize({ short: 1, long: 3 });

function newSingles(tenantId: string): Portion {
  const committed = newEvents(tenantId, portionSize);
  return { committed, ids: committed.map(({ id }) => id) };
}

function newBatches(tenantId: string): Portion {
  const batch = newBatch(tenantId, portionSize);
  return { committed: [batch], ids: eventsOfBatch(batch).map(({ id }) => id) };
}

const placed = async (tenantId: string): Promise<PublicEventRow[]> =>
  PublicEventModel.find({ tenantId }).sort({ seq: 1 }).lean<PublicEventRow[]>();

test.each([
  ['events', newSingles],
  ['batches of events', newBatches],
])(
  'processes that are killed lose none of their %s, double none and leave no gap',
  async (_what, newPortion) => {
    const tenants = [newId('tenant'), newId('tenant')];
    const portions = new Map(
      tenants.map((tenantId) => [tenantId, Array.from({ length: crashes }, () => newPortion(tenantId))]),
    );
    startSequencer();
    for (let crash = 0; crash < crashes; crash += 1) {
      const victim = startSequencer();
      for (const all of portions.values())
        await appendEvents(OutboxModel, all[crash]?.committed ?? [], { environment });
      const before = crash * portionSize * tenants.length;
      await waitUntil(async () => (await Promise.all(tenants.map(placed))).flat().length > before, {
        what: 'events that get their places',
      });
      await sequencers.kill(victim);
    }
    for (const [tenantId, all] of portions) {
      const ids = all.flatMap((portion) => portion.ids);
      await waitUntil(async () => (await placed(tenantId)).length >= ids.length, {
        what: 'every event to get its place',
      });
      const rows = await placed(tenantId);
      expect(rows.map(({ seq }) => seq)).toEqual(ids.map((_id, at) => at + 1));
      expect(new Set(rows.map(({ _id }) => _id))).toEqual(new Set(ids));
    }
  },
  240_000,
);

test('an unreadable batch is one dead letter with its row, and its replay sequences each event once', async () => {
  const tenantId = newId('tenant');
  const batch = newBatch(tenantId, 150);
  const durable = 'sequence-batches';
  const unreadable = { ...batch, data: { ...batch.data, aggregateVersion: 0 } };
  startSequencer();
  await appendEvents(OutboxModel, [unreadable], { environment });
  const letter = await waitUntil(async () => (await listDeadLetters(bus, { durable }))[0] ?? null, {
    what: 'the dead letter',
  });
  expect(letter.eventId).toBe(batch.id);
  const row = async () => OutboxModel.findById(batch.id).lean<OutboxRow>();
  expect(await row()).toMatchObject({ state: 'held', heldBy: [durable] });
  expect(await placed(tenantId)).toEqual([]);

  const mended = { $set: { 'envelope.data.aggregateVersion': 1 } };
  await OutboxModel.collection.updateOne({ _id: batch.id } as never, mended);
  await replayDeadLetter({ bus, environment, sources: eventSources }, letter.seq);
  await waitUntil(async () => (await row())?.state === 'sent', { what: 'the replay' });
  const ids = (await placed(tenantId)).map(({ _id }) => _id);
  expect(ids.toSorted()).toEqual(
    eventsOfBatch(batch)
      .map(({ id }) => id)
      .toSorted(),
  );
});
