import { connectBus, type Bus } from '@pas/platform/events/bus';
import { declareStreams } from '@pas/platform/events/declare-streams';
import type { ConsumerDeclaration } from '@pas/platform/events/declarations';
import { createEnvelope, type Envelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import { createLogger } from '@pas/platform/log/logger';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll } from 'vitest';

export const environment = 'TEST';
export const log = createLogger({ service: 'shared', environment, level: 'silent' });

/** Bus and databases of one test file. */
export interface EventHarness {
  nats: OwnNats;
  bus: Bus;
  databases: TestDatabases;
  /** Removes every row and every message. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export async function startEventHarness(): Promise<EventHarness> {
  const nats = await prepareOwnNats();
  const [databases] = await Promise.all([openTestDatabases(), nats.start()]);
  const bus = connectBus({ url: nats.url, name: 'shared', log });
  await connected(bus);
  await declareBus(bus);
  return {
    nats,
    bus,
    databases,
    async clear() {
      await nats.wipe();
      await Promise.all([databases.clear(), nats.start()]);
      await connected(bus);
      await declareBus(bus);
    },
    async stop() {
      await bus.close();
      await Promise.all([databases.stop(), nats.wipe()]);
    },
  };
}

/** Declares a durable consumer for a test. */
export async function declareConsumer(bus: Bus, consumer: ConsumerDeclaration): Promise<void> {
  await declareStreams(bus, { streams: [], consumers: [consumer] });
}

export async function connected(bus: Bus): Promise<void> {
  await waitUntil(() => bus.isConnected(), { what: 'the bus to be connected' });
}

/** Returns labels `prefix-1` and so on. */
export function labels(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
}

interface EventFields {
  type?: 'pas.v1.onboarding.invite.created' | 'pas.v1.onboarding.invite.revoked';
  tenantId?: string;
  environment?: string;
}

/** Writes events of the named invites into the outbox, for the sweeper. */
export async function writeEvents(names: readonly string[], written: EventFields = {}): Promise<Envelope[]> {
  const { type = 'pas.v1.onboarding.invite.created', tenantId = 'ten_harbor' } = written;
  const now = new Date();
  const envelopes = names.map((subject) => {
    const data = { aggregateVersion: 1, inviteId: subject, propertyId: 'prop_1', unitId: 'unit_1' };
    return createEnvelope({ type, tenantId, subject, data }, 'admin', now);
  });
  await appendEvents(OutboxModel, envelopes, { environment: written.environment ?? environment, now });
  return envelopes;
}

/** Waits until the environment has no unsent event. */
export async function allSent(timeoutMs?: number): Promise<void> {
  await waitUntil(async () => (await OutboxModel.countDocuments({ environment, state: 'new' })) === 0, {
    what: 'the outbox to be empty',
    timeoutMs,
  });
}

/** Returns the ids of the events in a stream, in order. */
export async function idsInStream(bus: Bus, stream = 'ONBOARDING', subject = 'pas.v1.>'): Promise<string[]> {
  const ids: string[] = [];
  for (let seq = 1; ; seq += 1) {
    const message = await bus.readMessage(stream, subject, seq);
    if (!message) return ids;
    seq = message.seq;
    ids.push(message.json<Envelope>().id);
  }
}

/** Returns a name that no other test uses. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${newId('event')}`;
}

/** Starts the harness for a test file, and stops it after it. */
export async function useEventHarness(): Promise<EventHarness> {
  const harness = await startEventHarness();
  afterAll(() => harness.stop());
  return harness;
}
