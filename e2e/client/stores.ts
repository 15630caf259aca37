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

/** Any system, the shared one or a test file's own. */
type PlannedSystem = Pick<SharedSystem, 'blueprint'>;

/** What lies behind the API of one environment, for what no client is shown: events, and records as they were sealed. */
export interface Stores {
  /** Every event that the bus keeps in a stream. */
  eventsIn(stream: 'ONBOARDING' | 'AUDIT'): Promise<Envelope[]>;
  /** A tenant's chain as it was sealed, by place: clients are shown personal values where it has their digests. */
  chainOf(tenantId: string): Promise<SealedRecord[]>;
  /** Returns once every event of a piece of work is on the bus. */
  untilPublished(correlationId: string): Promise<void>;
  close(): Promise<void>;
}

const subjects = { ONBOARDING: 'pas.v1.onboarding.>', AUDIT: 'pas.v1.audit.>' } as const;

/** The events that this worker has read from a stream, by sequence. A stream only grows, so each event is read once. */
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
