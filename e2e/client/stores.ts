import { connectBus } from '@pas/platform/events/bus';
import type { Envelope } from '@pas/platform/events/envelope';
import type { OutboxRow } from '@pas/platform/events/outbox';
import { createLogger } from '@pas/platform/log/logger';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';
import { waitUntil } from '@pas/testing/wait-until';
import { mongoUrlOf, natsUrlOf } from '@pas/tools/local-system/plans/blueprint';
import type { LocalEnvironment } from '@pas/tools/local-system/secrets';
import { createConnection } from 'mongoose';
import type { SealedRecord } from './audit-chain.ts';
import type { SharedSystem } from '../shared-system/use-system.ts';

/** Any system: the shared one or a test file's own. */
type PlannedSystem = Pick<SharedSystem, 'blueprint'>;

/** Stores behind the API of one environment, for data that no client sees: events and sealed records. */
export interface Stores {
  /** Reads all events in a stream of the bus. */
  eventsIn(stream: 'ONBOARDING' | 'AUDIT'): Promise<Envelope[]>;
  /** Reads a tenant's sealed chain in order. It has digests where clients see personal values. */
  chainOf(tenantId: string): Promise<SealedRecord[]>;
  /** Waits until every event of a correlation id is on the bus. */
  untilPublished(correlationId: string): Promise<void>;
  close(): Promise<void>;
}

const subjects = { ONBOARDING: 'pas.v1.onboarding.>', AUDIT: 'pas.v1.audit.>' } as const;

/**
 * Events that this worker has read from a stream, by sequence. A stream only grows, so that each event is
 * read once.
 */
interface StreamCache {
  events: Map<number, Envelope>;
  next: number;
}

const caches = new Map<string, StreamCache>();

function cacheOf(name: string): StreamCache {
  const cache = caches.get(name) ?? { events: new Map<number, Envelope>(), next: 1 };
  caches.set(name, cache);
  return cache;
}

function toSealedRecord({ _id: id, tenantId, seq, record, prevHash, hash }: AuditRecordRow): SealedRecord {
  return { id, tenantId, seq, ...record, prevHash, hash };
}

/** Opens the database and the bus of an environment. */
export async function openStores(
  { blueprint }: PlannedSystem,
  environment: LocalEnvironment,
): Promise<Stores> {
  const log = createLogger({ service: 'e2e', environment, level: 'silent' });
  const natsUrl = natsUrlOf(blueprint, environment, 'operator');
  const bus = connectBus({ url: natsUrl, name: 'e2e', log });
  const connection = await createConnection(mongoUrlOf(blueprint, environment, 'operator')).asPromise();
  const chain = connection.collection<AuditRecordRow>('audit_records');
  const control = connection.useDb('pas_control');
  const outboxes = [connection, control].map((database) => database.collection<OutboxRow>('outbox'));
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  return {
    async eventsIn(stream) {
      const read = cacheOf(`${natsUrl} ${stream}`);
      let message = await bus.readMessage(stream, subjects[stream], read.next);
      while (message) {
        read.events.set(message.seq, JSON.parse(message.string()) as Envelope);
        read.next = Math.max(read.next, message.seq + 1);
        message = await bus.readMessage(stream, subjects[stream], message.seq + 1);
      }
      return [...read.events.values()];
    },
    chainOf: (tenantId) => chain.find({ tenantId }).sort({ seq: 1 }).map(toSealedRecord).toArray(),
    async untilPublished(correlationId) {
      const waiting = { 'envelope.correlationid': correlationId, environment, state: 'new' } as const;
      const areSent = async (): Promise<boolean> => {
        const counts = await Promise.all(outboxes.map((outbox) => outbox.countDocuments(waiting)));
        return counts.every((count) => count === 0);
      };
      await waitUntil(areSent, { what: `the events of ${correlationId} to be published` });
    },
    async close() {
      await Promise.all([bus.close(), connection.close()]);
    },
  };
}
