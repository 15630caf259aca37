import { connectBus, type Bus } from '@pas/platform/events/bus';
import type { Envelope } from '@pas/platform/events/envelope';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { declareBus } from '@pas/shared/events/declare-bus';
import { createLogger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { startRealServers, type RealServers } from '@pas/testing/real-servers';
import { openOwnDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';

export const environment = 'TEST';
export const log = createLogger({ service: 'e2e', environment, level: 'silent' });

/** A database and a bus of one test file. Both its processes and this one have them open. */
export interface EventStores {
  mongoUrl: string;
  natsUrl: string;
  environment: string;
  bus: Bus;
  databases: TestDatabases;
  stop(): Promise<void>;
}

/** Opens running stores. */
export async function openEventStores(servers: RealServers): Promise<EventStores> {
  const databases = await openOwnDatabases(servers.mongoUrl);
  const bus = connectBus({ url: servers.natsUrl, name: 'e2e', log });
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  await declareBus(bus);
  return {
    mongoUrl: databases.coreUrl,
    natsUrl: servers.natsUrl,
    environment,
    bus,
    databases,
    async stop() {
      await bus.close();
      await databases.stop();
      await servers.stop();
    },
  };
}

/** Starts a database and a bus. */
export const startEventStores = async (): Promise<EventStores> => openEventStores(await startRealServers());

/** Ends the grace period of pending events, so that the sweeper publishes them. */
export async function endGrace(filter: { tenantId?: string } = {}): Promise<void> {
  await OutboxModel.updateMany({ ...filter, state: 'new' }, { $set: { lockUntil: new Date(0) } });
}

/** Waits until every event is published and marked. */
export async function untilSwept(): Promise<void> {
  const isEmpty = async (): Promise<boolean> => (await OutboxModel.countDocuments({ state: 'new' })) === 0;
  await waitUntil(isEmpty, { what: 'the outbox to be empty' });
}

/** Counts each event in the stream, by its id. */
export async function countInStream(bus: Bus): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let seq = 1;
  for (;;) {
    const message = await bus.readMessage('ONBOARDING', 'pas.v1.onboarding.>', seq);
    if (!message) return counts;
    const { id } = message.json<Envelope>();
    counts.set(id, (counts.get(id) ?? 0) + 1);
    seq = message.seq + 1;
  }
}

/** Results of a comparison of stored units with the stream. */
export interface EventFindings {
  stored: number;
  acknowledged: number;
  losses: string[];
}

/**
 * Compares rows, events and acknowledged commits. Each stored unit needs its event in the stream once, and
 * each event its unit. Each acknowledged unit must be stored.
 */
export async function compareEvents(
  { bus }: Pick<EventStores, 'bus'>,
  acknowledged: readonly string[],
): Promise<EventFindings> {
  const inStream = await countInStream(bus);
  // Reads without mongoose, because the rows belong to all tenants.
  const units = core.db?.collection<{ _id: string }>('units').find({}, { projection: { _id: 1 } });
  const outbox = await OutboxModel.find({}, { 'envelope.subject': 1 }).lean<OutboxRow[]>();
  const stored = new Set((await units?.toArray())?.map(({ _id }) => _id));
  const eventOf = new Map(outbox.map(({ _id, envelope }) => [envelope.subject, _id]));
  const known = new Set(eventOf.values());
  const losses = [
    ...[...stored].filter((id) => !eventOf.has(id)).map((id) => `unit without an event: ${id}`),
    ...[...eventOf.keys()].filter((id) => !stored.has(id)).map((id) => `event without a unit: ${id}`),
    ...[...known].filter((id) => !inStream.has(id)).map((id) => `event not in the stream: ${id}`),
    ...[...inStream.keys()].filter((id) => !known.has(id)).map((id) => `published and not stored: ${id}`),
    ...[...inStream]
      .filter(([, count]) => count > 1)
      .map(([id, count]) => `${count} times in the stream: ${id}`),
    ...acknowledged.filter((id) => !stored.has(id)).map((id) => `acknowledged and not stored: ${id}`),
  ];
  return { stored: stored.size, acknowledged: acknowledged.length, losses };
}
