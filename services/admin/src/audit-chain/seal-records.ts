import { randomUUIDv7 } from 'node:crypto';
import { withTrace } from '@pas/platform/trace/trace';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';
import type { EventOf } from '@pas/shared/events/catalogue';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { createEnvelope, type Envelope } from '@pas/platform/events/envelope';
import { newOutboxRows, OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import type { KeptValues } from '@pas/shared/audit/keep-personal';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { AuditPersonalValueModel } from '@pas/shared/models/audit-personal-value';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { inTransaction, RunAgain, type Transaction } from '@pas/platform/mongo/in-transaction';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { ClientSession } from 'mongoose';
import { callerDigester, readNames, type Names } from './digest-callers.ts';
import { genesisHash, hashLink } from '@pas/shared/audit-chain/link-hash';

/** A record that an operation has submitted, not yet part of the chain. */
export type Submission = EventOf<'pas.v1.audit.record.submitted'>;

/** Records of one tenant to be sealed together. */
export interface Batch {
  tenantId: string;
  environment: string;
  /** Takes the event that announces the batch. */
  events: CommittedEvents;
  submissions: readonly Submission[];
}

/** Result of sealing a batch. */
export interface SealedBatch {
  end: AuditHeadRow | null;
  sealed: readonly Submission[];
}

/** A batch with the names of the people who act in it. */
interface NamedBatch extends Batch {
  names: Names;
}

/** Inputs of the links of a batch. */
interface LinkContext {
  head: AuditHeadRow;
  names: Names;
  kept: KeptValues;
}

/** Stores the values that a submission carries because its change could not store them beside the chain. */
function keepCarried(
  values: NonNullable<AuditSubmission['personalValues']>,
  { tenantId, now: createdAt, rows }: KeptValues,
): void {
  rows.push(...values.map(({ digest: _id, salt, value }) => ({ _id, tenantId, salt, value, createdAt })));
}

/**
 * Links submissions to the end of a chain, in order. Personal values of the caller are stored beside the
 * chain.
 */
function linkTo({ head, names, kept }: LinkContext, submissions: readonly Submission[]): AuditRecordRow[] {
  let { seq, hash } = head;
  const recordedAt = kept.now;
  const digestCaller = callerDigester(names, kept);
  return submissions.map(({ id: eventId, tenantid: tenantId, data }) => {
    seq += 1;
    const prevHash = hash;
    const { propertyIds = [], personalValues, aggregateVersion: _version, ...submitted } = data;
    keepCarried(personalValues ?? [], kept);
    const record = { ...submitted, ...digestCaller(data), recordedAt: recordedAt.toISOString() };
    const content = { _id: newId('auditRecord'), tenantId, seq, record };
    hash = hashLink(prevHash, content);
    return {
      ...content,
      eventId,
      prevHash,
      hash,
      occurredAt: new Date(data.occurredAt),
      recordedAt,
      propertyIds,
    };
  });
}

async function headOf(tenantId: string): Promise<AuditHeadRow> {
  const stored = await AuditHeadModel.findById(tenantId).lean<AuditHeadRow>();
  return stored ?? { _id: tenantId, seq: 0, hash: genesisHash };
}

/** @throws RunAgain when another sealer has moved the head meanwhile */
async function moveHead(from: AuditHeadRow, to: AuditHeadRow, session: ClientSession): Promise<void> {
  if (from.seq === 0) return insertRows(AuditHeadModel, [to], session);
  const { _id, seq, hash } = from;
  const moved = await AuditHeadModel.collection.updateOne(
    { _id, seq, hash } as never,
    { $set: { seq: to.seq, hash: to.hash } },
    { session },
  );
  if (moved.modifiedCount !== 1) throw new RunAgain('The chain has grown in the meantime.');
}

/** Builds the event that announces a sealed batch. An event of one record has the record's correlation id. */
function appended(rows: readonly AuditRecordRow[], first: Submission, now: Date): Envelope {
  const { tenantid: tenantId, traceparent = null, data: submitted } = first;
  const isOne = rows.length === 1;
  const trace = {
    correlationId: isOne ? submitted.context.correlationId : randomUUIDv7(),
    traceparent: isOne ? traceparent : null,
  };
  const [fromSeq, toSeq] = [rows[0]?.seq ?? 0, rows.at(-1)?.seq ?? 0];
  const data = { aggregateVersion: toSeq, fromSeq, toSeq, hash: rows.at(-1)?.hash ?? '' };
  return withTrace(trace, () =>
    createEnvelope({ type: 'pas.v1.audit.record.appended', tenantId, subject: tenantId, data }, 'admin', now),
  );
}

/**
 * Makes one attempt: head, records, personal values and event are four writes and a commit, for any number of
 * records.
 */
async function sealOnce(
  batch: NamedBatch,
  session: ClientSession,
  transaction: Transaction,
): Promise<AuditHeadRow> {
  const { tenantId, environment, submissions, events, names } = batch;
  const now = new Date();
  const from = await headOf(tenantId);
  const kept: KeptValues = { tenantId, now, rows: [] };
  const rows = linkTo({ head: from, names, kept }, submissions);
  const { seq, hash } = rows.at(-1) ?? from;
  const to = { _id: tenantId, seq, hash };
  await moveHead(from, to, session);
  await insertRows(AuditRecordModel, rows, session);
  if (kept.rows.length > 0) await insertRows(AuditPersonalValueModel, kept.rows, session);
  const envelope = appended(rows, submissions[0] as Submission, now);
  const outboxRows = newOutboxRows([envelope], { environment, now, lockUntil: events.sweepableAt() });
  await insertRows(OutboxModel, outboxRows, session);
  transaction.onCommitted(() => events.publish(OutboxModel, outboxRows));
  return to;
}

/** Returns the submissions of a batch that aren't in the chain yet. */
async function unsealed({ tenantId, submissions }: Batch): Promise<Submission[]> {
  const eventId = { $in: submissions.map(({ id }) => id) };
  const sealed = await AuditRecordModel.find({ tenantId, eventId }, { eventId: 1 }).lean();
  const known = new Set(sealed.map((row) => row.eventId));
  return submissions.filter(({ id }) => !known.has(id));
}

const seal = (batch: NamedBatch): Promise<AuditHeadRow> =>
  inTransaction(core, (session, transaction) => sealOnce(batch, session, transaction), batch.tenantId);

/**
 * Appends records to a tenant's chain: links, head and the announcing event in one transaction. Records that
 * are already in the chain are skipped, so a batch may be delivered twice. They are only looked up after the
 * unique index on the event has rejected the insert.
 *
 * Sealing is a compare-and-set on the head. If two sealers work on one chain, one commits and the other
 * retries after it: a chain never forks.
 *
 * @returns the new end of the chain, null when nothing was left to seal; and the submissions that were sealed
 */
export async function sealRecords(batch: Batch): Promise<SealedBatch> {
  const byEvent = new Map(batch.submissions.map((submission) => [submission.id, submission]));
  let submissions = [...byEvent.values()];
  const names = await readNames(batch.tenantId, submissions);
  for (;;) {
    if (submissions.length === 0) return { end: null, sealed: [] };
    try {
      return { end: await seal({ ...batch, names, submissions }), sealed: submissions };
    } catch (error) {
      // Two sealers that start a chain both insert its head; the loser finds it on its next attempt.
      if (duplicateKeyOf(error) === null) throw error;
    }
    submissions = await unsealed({ ...batch, submissions });
  }
}
