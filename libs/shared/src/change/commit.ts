import type { ClientSession, Model } from 'mongoose';
import { storePersonal } from '../audit/keep-personal.ts';
import { prepareCarryingRecord, prepareRecord, type AuditEntry } from '../audit/prepare-record.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { control, core } from '@pas/platform/mongo/connections';
import { recordCounts, takeCounts } from '@pas/platform/mongo/count-ledger';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { inTransaction, type Transaction } from '@pas/platform/mongo/in-transaction';
import { toTakenValue } from '@pas/platform/mongo/taken-value';
import { requirePublisher } from '../events/traffic.ts';
import type { EventType, NewEvent } from '../events/catalogue.ts';
import { batchEvents } from '../events/batch-events.ts';
import { wakeSubject, type WokenWork } from '../events/wake-signals.ts';
import { createEnvelope, type Envelope } from '@pas/platform/events/envelope';
import { findEffects } from './find-effects.ts';
import {
  attachCounts,
  ControlOutboxModel,
  newOutboxRows,
  OutboxModel,
  type OutboxRow,
} from '@pas/platform/events/outbox';

/** An open change: its transaction, and the events and records to publish after its commit. */
export interface Change {
  session: ClientSession;
  transaction: Transaction;
  /** Adds an event; it is published if and only if the change commits. */
  publish<Type extends EventType>(event: Omit<NewEvent<Type>, 'tenantId'>): void;
  /** Wakes the workers for work that this change leaves to them, once it has committed. */
  wake(work: WokenWork): void;
  /** Publishes the events in batches if their types allow it. Large imports use it. */
  batch(): void;
  /** Adds the audit record. Every operation that changes data records once. */
  record(entry: AuditEntry): void;
}

interface Store {
  connection: typeof core;
  outbox: Model<OutboxRow>;
}

/** Events and audit entries that a change publishes. */
interface ChangeOutput {
  events: readonly NewEvent[];
  entries: readonly AuditEntry[];
  isBatched: boolean;
}

type Work<T> = (change: Change) => Promise<T>;

/** Joins the transaction of the work. A transaction in the other database would commit separately. */
async function inOwnOrJoined<T>(
  connection: typeof core,
  ctx: OperationContext,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { within, tenantId } = ctx;
  if (!within) return inTransaction(connection, (_session, transaction) => work(transaction), tenantId);
  if (within.connection !== connection)
    throw new Error('The route’s store is not the store that the operation changes.');
  return work(within);
}

/**
 * Makes the submissions of audit records. Personal values are kept in the Core. A change of the Core stores them
 * itself. The sealer stores those of a control-database change, whose transaction cannot reach the Core.
 */
async function prepareRecords(
  ctx: OperationContext,
  entries: readonly AuditEntry[],
  coreSession: ClientSession | null,
): Promise<NewEvent[]> {
  if (coreSession === null) return entries.map((entry) => prepareCarryingRecord(ctx, entry));
  const kept = { tenantId: ctx.tenantId, now: ctx.now, rows: [] };
  const submissions = entries.map((entry) => prepareRecord(ctx, entry, kept));
  await storePersonal(kept, coreSession);
  return submissions;
}

/** Makes the events of a change: the events of the operation, then one submission for each audit record. */
async function prepareEvents(
  ctx: OperationContext,
  { events, entries, isBatched }: ChangeOutput,
  coreSession: ClientSession | null,
): Promise<Envelope[]> {
  const submissions = await prepareRecords(ctx, entries, coreSession);
  const published = isBatched ? batchEvents(ctx.tenantId, events) : events;
  return [...published, ...submissions].map((event) => createEnvelope(event, ctx.service, ctx.now));
}

async function commitIn<T>({ connection, outbox }: Store, ctx: OperationContext, work: Work<T>): Promise<T> {
  const write = inOwnOrJoined(connection, ctx, async (transaction) => {
    const { session } = transaction;
    const events: NewEvent[] = [];
    const entries: AuditEntry[] = [];
    let isBatched = false;
    const result = await work({
      session,
      transaction,
      publish: (event) => {
        requirePublisher(ctx.service, event.type);
        events.push({ ...event, tenantId: ctx.tenantId });
      },
      wake: (woken) => transaction.onCommitted(() => ctx.events.wake(wakeSubject(woken))),
      batch: () => {
        isBatched = true;
      },
      record: (entry) => entries.push(entry),
    });
    if (ctx.plan) ctx.plan.checkEffects(await findEffects(ctx, entries, transaction));
    const coreSession = connection === core ? session : null;
    const envelopes = await prepareEvents(ctx, { events, entries, isBatched }, coreSession);
    const { environment, now, events: committed } = ctx;
    const rows = newOutboxRows(envelopes, { environment, now, lockUntil: committed.sweepableAt() });
    const counts = attachCounts(rows, takeCounts(session));
    await recordCounts(connection, session, counts);
    await insertRows(outbox, rows, session);
    transaction.onCommitted(() => committed.publish(outbox, rows));
    return result;
  });
  return write.catch((error: unknown) => {
    throw toTakenValue(error);
  });
}

/**
 * Commits a change of the environment's data together with its events and its audit record: all of it or nothing. The
 * outbox is written once, at the end; this process publishes the events as soon as the commit is certain.
 *
 * @throws unavailable when the store is unavailable; nothing is written then
 * @throws conflict (`plan_changed`) for other effects than those of the caller's plan
 * @throws conflict (`already_exists`) when another row has the value of a unique field
 */
export async function commit<T>(ctx: OperationContext, work: Work<T>): Promise<T> {
  return commitIn({ connection: core, outbox: OutboxModel }, ctx, work);
}

/** Commits a change of tenants or keys, which live in the control database, with its events and audit record. */
export async function commitControl<T>(ctx: OperationContext, work: Work<T>): Promise<T> {
  return commitIn({ connection: control, outbox: ControlOutboxModel }, ctx, work);
}
