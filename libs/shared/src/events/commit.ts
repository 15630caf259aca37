import type { ClientSession, Model } from 'mongoose';
import { prepareRecord, type AuditEntry } from '../audit/prepare-record.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { control, core } from '../mongo/connections.ts';
import { inTransaction, type Transaction } from '../mongo/in-transaction.ts';
import type { EventType } from './catalogue.ts';
import { createEnvelope, type NewEvent } from './envelope.ts';
import { appendToOutbox, ControlOutboxModel, OutboxModel, type OutboxRow } from './outbox.ts';

/** A change under way: its transaction, and what will be told of it once it is committed. */
export interface Change {
  session: ClientSession;
  /** Tells the other services; goes out if and only if the change commits. */
  publish<Type extends EventType>(event: Omit<NewEvent<Type>, 'tenantId'>): void;
  /** Tells the audit; every operation that changes something records once. */
  record(entry: AuditEntry): void;
}

interface Store {
  connection: typeof core;
  outbox: Model<OutboxRow>;
}

type Work<T> = (change: Change) => Promise<T>;

/** Joins the transaction that the work is part of; one in the other database would commit without it. */
async function inOwnOrJoined<T>(
  connection: typeof core,
  within: Transaction | undefined,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  if (!within) return inTransaction(connection, work);
  if (within.connection !== connection)
    throw new Error('The route’s store is not the one that its work changes.');
  return work(within.session);
}

async function commitIn<T>({ connection, outbox }: Store, ctx: OperationContext, work: Work<T>): Promise<T> {
  return inOwnOrJoined(connection, ctx.within, async (session) => {
    const events: NewEvent[] = [];
    const entries: AuditEntry[] = [];
    const result = await work({
      session,
      publish: (event) => events.push({ ...event, tenantId: ctx.tenantId }),
      record: (entry) => entries.push(entry),
    });
    // Personal values stand in the Core, which a transaction of the control database can't take along.
    const coreSession = connection === core ? session : null;
    for (const entry of entries) events.push(await prepareRecord(ctx, entry, coreSession));
    const envelopes = events.map((event) => createEnvelope(event, ctx.service, ctx.now));
    await appendToOutbox(outbox, envelopes, { environment: ctx.environment, now: ctx.now, session });
    return result;
  });
}

/**
 * Commits a change of the environment's data together with its events and its audit record: all of it or nothing.
 *
 * @throws unavailable when the store can't take it now; nothing is written then
 */
export async function commit<T>(ctx: OperationContext, work: Work<T>): Promise<T> {
  return commitIn({ connection: core, outbox: OutboxModel }, ctx, work);
}

/** Commits a change of tenants or keys, which live in the control database, with its events and audit record. */
export async function commitControl<T>(ctx: OperationContext, work: Work<T>): Promise<T> {
  return commitIn({ connection: control, outbox: ControlOutboxModel }, ctx, work);
}
