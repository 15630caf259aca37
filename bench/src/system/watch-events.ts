import { setTimeout as pause } from 'node:timers/promises';
import type { BenchSystem } from './run-system.ts';

const pollMs = 200;
const timeoutMs = 120_000;

/** Subject of the events that become audit records. */
export const submittedSubject = 'pas.v1.audit.record.submitted';

interface OutboxDocument {
  _id: string;
  environment: string;
  subject: string;
  state: string;
}

interface AuditDocument {
  _id: string;
  tenantId: string;
  eventId: string;
  seq: number;
  occurredAt: Date;
  recordedAt: Date;
}

export const outboxOf = ({ core }: BenchSystem) => core.collection<OutboxDocument>('outbox');
export const auditOf = ({ core }: BenchSystem) => core.collection<AuditDocument>('audit_records');

/** Position of a tenant's events and records. */
export interface EventMark {
  tenantId: string;
  /** The newest event of all; empty without events. Ids sort by their creation time. */
  eventId: string;
  /** The number of records of the tenant's chain. */
  seq: number;
}

async function newestSeq(system: BenchSystem, tenantId: string): Promise<number> {
  const newest = await auditOf(system).findOne({ tenantId }, { sort: { seq: -1 }, projection: { seq: 1 } });
  return newest?.seq ?? 0;
}

/** Reads the position of a tenant's events and records. */
export async function markEvents(system: BenchSystem, tenantId: string): Promise<EventMark> {
  const newest = await outboxOf(system).findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
  return { tenantId, eventId: newest?._id ?? '', seq: await newestSeq(system, tenantId) };
}

/** Whether an event waits to be published. */
async function isEventWaiting(system: BenchSystem): Promise<boolean> {
  const filter = { environment: 'DEV', state: 'new' };
  return (await outboxOf(system).findOne(filter, { projection: { _id: 1 } })) !== null;
}

/** Whether a received webhook waits to be processed. */
export async function isReceiptWaiting({ core }: BenchSystem): Promise<boolean> {
  return (await core.collection('webhook_receipts').findOne({ progress: 'RECEIVED' })) !== null;
}

/** Whether every event is published and every audit record is sealed: of all tenants, or of one. */
export async function isAllSealed(system: BenchSystem, of: { tenantId?: string } = {}): Promise<boolean> {
  if (await isEventWaiting(system)) return false;
  const submitted = await outboxOf(system).countDocuments({ ...of, subject: submittedSubject });
  return (await auditOf(system).countDocuments(of)) >= submitted;
}

/** Polls a condition until two reads in a row confirm it. */
async function confirm(isMet: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let seen = 0; seen < 2;) {
    if (Date.now() > deadline) throw new Error(`The events of a slice are not ${what} after two minutes.`);
    await pause(pollMs);
    seen = (await isMet()) ? seen + 1 : 0;
  }
}

/**
 * Waits until every event is published.
 *
 * @returns the commands of the reads, which are not the system's
 * @throws Error when that takes longer than two minutes
 */
export async function waitUntilPublished(system: BenchSystem): Promise<Record<'find', number>> {
  const asked = { find: 0 };
  const isPublished = async (): Promise<boolean> => {
    asked.find += 1;
    return !(await isEventWaiting(system));
  };
  await confirm(isPublished, 'published');
  return asked;
}

/**
 * Waits until every event after a mark is published and every audit record among them is sealed.
 *
 * @param writes the number of successful writes since the mark; each has at least one record
 * @returns the commands of the reads, which are not the system's
 * @throws Error when that takes longer than two minutes
 */
export async function waitUntilSealed(
  system: BenchSystem,
  mark: EventMark,
  writes: number,
): Promise<Record<'find' | 'aggregate', number>> {
  const asked = { find: 0, aggregate: 0 };
  const isSealed = async (): Promise<boolean> => {
    asked.find += 1;
    if (await isEventWaiting(system)) return false;
    asked.aggregate += 1;
    const submitted = { _id: { $gt: mark.eventId }, subject: submittedSubject };
    const records = Math.max(writes, await outboxOf(system).countDocuments(submitted));
    asked.find += 1;
    return (await newestSeq(system, mark.tenantId)) >= mark.seq + records;
  };
  await confirm(isSealed, 'sealed');
  return asked;
}
