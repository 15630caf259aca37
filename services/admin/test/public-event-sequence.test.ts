import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createEnvelope, type Envelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import { appendEvents } from '@pas/testing/append-events';
import { killOnExit } from '@pas/testing/end-process';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const program = join(import.meta.dirname, 'crashing-sequencer.ts');
const children = new Set<ChildProcess>();

let nats: OwnNats;
let databases: TestDatabases;
let bus: Bus;
let sweeper: { stop(): Promise<void> };

beforeAll(async () => {
  nats = await prepareOwnNats();
  [databases] = await Promise.all([openTestDatabases(inject('mongoUrl')), nats.start()]);
  bus = connectBus({ url: nats.url, name: 'admin', log });
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  await declareBus(bus);
  sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
});
afterAll(async () => {
  await Promise.all([...children].map(kill));
  await sweeper.stop();
  await bus.close();
  await Promise.all([databases.stop(), nats.wipe()]);
});

function startSequencer(): ChildProcess {
  const args = [program, databases.coreUrl, databases.controlUrl, nats.urlOf('admin-workers')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  killOnExit(child.pid as number);
  children.add(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Events of doors, which no entity need stand behind to get a place. */
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

const placed = async (tenantId: string): Promise<PublicEventRow[]> =>
  PublicEventModel.find({ tenantId }).sort({ seq: 1 }).lean<PublicEventRow[]>();

test('processes that are killed lose no event, double none and leave no gap', async () => {
  const tenants = [newId('tenant'), newId('tenant')];
  const events = new Map(tenants.map((tenantId) => [tenantId, newEvents(tenantId, 600)]));
  startSequencer();
  for (let crash = 0; crash < 3; crash += 1) {
    const victim = startSequencer();
    for (const all of events.values())
      await appendEvents(OutboxModel, all.slice(crash * 200, (crash + 1) * 200), { environment });
    await waitUntil(async () => (await Promise.all(tenants.map(placed))).flat().length > crash * 400, {
      what: 'events that get their places',
      timeoutMs: 60_000,
    });
    await kill(victim);
  }
  for (const [tenantId, all] of events) {
    await waitUntil(async () => (await placed(tenantId)).length >= all.length, {
      what: 'every event to get its place',
      timeoutMs: 90_000,
    });
    const rows = await placed(tenantId);
    expect(rows.map(({ seq }) => seq)).toEqual(all.map((_event, at) => at + 1));
    expect(new Set(rows.map(({ _id }) => _id))).toEqual(new Set(all.map(({ id }) => id)));
  }
}, 240_000);
