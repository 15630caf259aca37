import type { Connection, Model } from 'mongoose';
import { control, core } from '../mongo/connections.ts';
import type { TenantCount } from '../mongo/count-ledger.ts';
import { defineModel, whereText, type IndexSpec } from '../mongo/define-model.ts';
import { field, type RowOf } from '../mongo/fields.ts';
import type { Access } from '../mongo/grants.ts';
import type { Envelope } from './envelope.ts';

/** The fields of a row that carries an event until it is published. Rows of other collections may have them too. */
export const outboxFields = {
  /** The event's id, which is also its message id on the bus. */
  _id: field.text,
  /** The environment on whose bus it is published. The outbox of the control database serves several. */
  environment: field.text,
  subject: field.text,
  tenantId: field.text,
  envelope: field.json<Envelope>(),
  /** `held`: published, and kept for the dead letters of the consumers in `heldBy`. */
  state: field.oneOf('new', 'sent', 'held'),
  /** The process that committed the event publishes it before this time, the sweeper afterwards. */
  lockUntil: field.date,
  createdAt: field.date,
  sentAt: field.dateOrNull,
  /** The consumers that gave up the event; null if none has. */
  heldBy: field.textListOrNull,
  /**
   * The collection whose rows the change has counted, `''` where it has counted none or its count is folded. The
   * event's row carries the count to save a statement; see `mongo/count-ledger.ts`.
   */
  rowsOf: field.textOrEmpty,
  rows: field.number,
  deletes: field.number,
  moves: field.number,
};

/**
 * An event that waits to be published. It is written in the transaction of its change: both are committed, or neither.
 */
export type OutboxRow = RowOf<typeof outboxFields>;

/**
 * The life of sent rows: a day longer than the streams keep messages. Consumers read events here, and a lost stream is
 * published again from here.
 */
const sentTtlSeconds = 15 * 24 * 3600;

/** The index by which the sweeper finds due events. */
export const dueEventsIndex: IndexSpec = {
  fields: { environment: 1, lockUntil: 1, _id: 1 },
  options: { partialFilterExpression: { state: 'new' } },
};

function defineOutbox(name: string, connection: Connection, writers: Access['writers']): Model<OutboxRow> {
  return defineModel(name, {
    connection,
    collection: 'outbox',
    readers: [],
    writers,
    isTenantOwned: false,
    fields: outboxFields,
    indexes: [
      dueEventsIndex,
      {
        fields: { tenantId: 1, rowsOf: 1, rows: 1, deletes: 1, moves: 1 },
        options: whereText('rowsOf'),
      },
      // A row may expire only after its count is folded.
      {
        fields: { sentAt: 1 },
        options: {
          expireAfterSeconds: sentTtlSeconds,
          partialFilterExpression: { state: 'sent', rowsOf: '' },
        },
      },
    ],
  });
}

/** Events of the environment's own data. */
export const OutboxModel = defineOutbox('Outbox', core, {
  admin: ['insert', 'update'],
  'admin-workers': ['insert', 'update'],
  resident: ['insert', 'update'],
  'core-mobile': ['insert', 'update'],
  webhooks: ['insert', 'update'],
  cli: ['update'],
});

/** Events of tenants and keys, each for the environment that the request chose. */
export const ControlOutboxModel = defineOutbox('ControlOutbox', control, {
  gateway: ['insert'],
  admin: ['insert', 'update'],
  'admin-workers': ['insert', 'update'],
  webhooks: ['insert', 'update'],
  cli: ['insert', 'update'],
});

/**
 * The time in which a process publishes the events that it has committed, in milliseconds. It exceeds the time that a
 * transaction may last (`transactionLifetimeLimitSeconds`), and covers a queue.
 */
export const publishGraceMs = 10_000;

interface RowOptions {
  environment: string;
  now: Date;
  /** When the sweeper may publish the rows. */
  lockUntil: Date;
}

const noCount = { rowsOf: '', rows: 0, deletes: 0, moves: 0 };

/** Makes the outbox rows of events that have not been published. */
export function newOutboxRows(
  envelopes: readonly Envelope[],
  { environment, now, lockUntil }: RowOptions,
): OutboxRow[] {
  return envelopes.map((envelope) => ({
    _id: envelope.id,
    environment,
    subject: envelope.type,
    tenantId: envelope.tenantid,
    envelope,
    state: 'new',
    lockUntil,
    createdAt: now,
    sentAt: null,
    heldBy: null,
    ...noCount,
  }));
}

/**
 * Attaches counts to outbox rows of their tenants, one to each row.
 *
 * @returns the counts without a row
 */
export function attachCounts(rows: readonly OutboxRow[], counts: readonly TenantCount[]): TenantCount[] {
  const free = new Set(rows);
  return counts.filter((count) => {
    const row = [...free].find(({ tenantId }) => tenantId === count.tenantId);
    if (row) free.delete(Object.assign(row, count));
    return !row;
  });
}
