import type { ClientSession, Connection, Model } from 'mongoose';
import { control, core } from '../mongo/connections.ts';
import { defineModel, whereText, type Writer } from '../mongo/define-model.ts';
import type { Envelope } from './envelope.ts';

/**
 * An event that waits to be published. It is written in the transaction of the change it tells of, so there is never
 * one without the other.
 */
export interface OutboxRow {
  /** The event's id, which is also its message id on the bus. */
  _id: string;
  /** The environment whose bus it goes to; the control database's outbox serves several. */
  environment: string;
  subject: string;
  tenantId: string;
  envelope: Envelope;
  state: 'new' | 'sent';
  /** The relay that is publishing it. */
  leaseId: string | null;
  /** Until then no other relay takes it. */
  lockUntil: Date;
  createdAt: Date;
  sentAt: Date | null;
}

/** Sent rows are kept this long, so that a lost stream can be published again. */
const sentTtlSeconds = 7 * 24 * 3600;

function defineOutbox(name: string, connection: Connection, writers: readonly Writer[]): Model<OutboxRow> {
  return defineModel<OutboxRow>(name, {
    connection,
    collection: 'outbox',
    writers,
    isTenantOwned: false,
    fields: {
      _id: { type: String, required: true },
      environment: { type: String, required: true },
      subject: { type: String, required: true },
      tenantId: { type: String, required: true },
      envelope: { type: Object, required: true },
      state: { type: String, required: true },
      leaseId: { type: String, default: null },
      lockUntil: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      sentAt: { type: Date, default: null },
    },
    indexes: [
      { fields: { environment: 1, state: 1, lockUntil: 1, _id: 1 } },
      { fields: { leaseId: 1, _id: 1 }, options: whereText('leaseId') },
      { fields: { sentAt: 1 }, options: { expireAfterSeconds: sentTtlSeconds } },
    ],
  });
}

/** Events of the environment's own data. */
export const OutboxModel = defineOutbox('Outbox', core, ['admin', 'resident', 'core-mobile', 'webhooks']);

/** Events of tenants and keys, each for the environment that the request chose. */
export const ControlOutboxModel = defineOutbox('ControlOutbox', control, ['admin', 'gateway']);

interface AppendOptions {
  environment: string;
  now: Date;
  session: ClientSession | null;
}

/** Adds events to an outbox, in the caller's transaction where it has one. */
export async function appendToOutbox(
  outbox: Model<OutboxRow>,
  envelopes: readonly Envelope[],
  { environment, now, session }: AppendOptions,
): Promise<void> {
  if (envelopes.length === 0) return;
  const rows = envelopes.map((envelope) => ({
    _id: envelope.id,
    environment,
    subject: envelope.type,
    tenantId: envelope.tenantid,
    envelope,
    state: 'new' as const,
    leaseId: null,
    lockUntil: new Date(0),
    createdAt: now,
    sentAt: null,
  }));
  await outbox.insertMany(rows, { session });
}
