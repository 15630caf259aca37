import { withTrace } from '@pas/shared/context/request-context';
import type { EventOf } from '@pas/shared/events/decode-event';
import { createEnvelope, type Envelope } from '@pas/shared/events/envelope';
import { appendToOutbox, OutboxModel } from '@pas/shared/events/outbox';
import { RetryLater } from '@pas/shared/events/retry-later';
import { newId } from '@pas/shared/ids/id';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { core } from '@pas/shared/mongo/connections';
import { retryOnDuplicate } from '@pas/shared/mongo/duplicate-key';
import { inTransaction } from '@pas/shared/mongo/in-transaction';
import type { ClientSession } from 'mongoose';
import { genesisHash, hashLink } from './link-hash.ts';

/** A record that an operation has submitted, not yet part of the chain. */
export type Submission = EventOf<'pas.v1.audit.record.submitted'>;

/** Records of one tenant to be sealed together. */
export interface Batch {
  tenantId: string;
  environment: string;
  submissions: readonly Submission[];
}

/** Those that aren't in the chain yet, each once. */
async function unsealed({ tenantId, submissions }: Batch, session: ClientSession): Promise<Submission[]> {
  const byEvent = new Map(submissions.map((submission) => [submission.id, submission]));
  const eventId = { $in: [...byEvent.keys()] };
  const sealed = await AuditRecordModel.find({ tenantId, eventId }, { eventId: 1 }).session(session).lean();
  for (const row of sealed) byEvent.delete(row.eventId);
  return [...byEvent.values()];
}

/** Links submissions to the end of a chain, in their order. */
function linkTo(head: AuditHeadRow, submissions: readonly Submission[], recordedAt: Date): AuditRecordRow[] {
  let { seq, hash } = head;
  return submissions.map(({ id: eventId, tenantid: tenantId, data }) => {
    seq += 1;
    const prevHash = hash;
    const { propertyIds = [], ...submitted } = data;
    const record = { ...submitted, recordedAt: recordedAt.toISOString() };
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

/** @throws RetryLater when another sealer has moved the head meanwhile */
async function moveHead(from: AuditHeadRow, to: AuditHeadRow, session: ClientSession): Promise<void> {
  if (from.seq === 0) {
    await AuditHeadModel.insertMany([to], { session });
    return;
  }
  const { _id, seq, hash } = from;
  const moved = await AuditHeadModel.updateOne({ _id, seq, hash }, { $set: to }, { session });
  if (moved.modifiedCount !== 1) throw new RetryLater('The chain has grown meanwhile.');
}

/** Tells of a sealed record under the correlation id of the operation that it is about. */
function appended(row: AuditRecordRow, submission: Submission | undefined, now: Date): Envelope {
  const trace = {
    correlationId: row.record.context.correlationId,
    traceparent: submission?.traceparent ?? null,
  };
  const data = { aggregateVersion: row.seq, recordId: row._id, seq: row.seq, hash: row.hash };
  const { tenantId, _id: subject } = row;
  return withTrace(trace, () =>
    createEnvelope({ type: 'pas.v1.audit.record.appended', tenantId, subject, data }, 'admin', now),
  );
}

async function sealOnce(batch: Batch, session: ClientSession): Promise<AuditHeadRow | null> {
  const { tenantId, environment } = batch;
  const submissions = await unsealed(batch, session);
  if (submissions.length === 0) return null;
  const now = new Date();
  const head = await AuditHeadModel.findById(tenantId).session(session).lean<AuditHeadRow>();
  const from = head ?? { _id: tenantId, seq: 0, hash: genesisHash };
  const rows = linkTo(from, submissions, now);
  const { seq, hash } = rows.at(-1) ?? from;
  const to = { _id: tenantId, seq, hash };
  await moveHead(from, to, session);
  await AuditRecordModel.insertMany(rows, { session, lean: true });
  const envelopes = rows.map((row, index) => appended(row, submissions[index], now));
  await appendToOutbox(OutboxModel, envelopes, { environment, now, session });
  return to;
}

/**
 * Appends records to a tenant's chain: links, head and the events that tell of it in one transaction. A record that is
 * in the chain already is passed over, so a batch may come twice.
 *
 * Sealing is a compare-and-set on the head: of two sealers at work on one chain, one commits and the other starts anew
 * behind it, so a chain never forks.
 *
 * @returns where the chain ends now; null when nothing was left to seal
 */
export async function sealRecords(batch: Batch): Promise<AuditHeadRow | null> {
  // Two sealers that begin a chain both insert its head; the one that lost finds it there.
  return retryOnDuplicate(['_id_'], () => inTransaction(core, (session) => sealOnce(batch, session)));
}
