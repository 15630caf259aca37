import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';

const subject = 'pas.v1.audit.record.submitted';
const outboxes = [OutboxModel, ControlOutboxModel];

/** Reads the id of the newest event of each outbox. Ids of one process sort in the order of creation. */
const newestIds = async (): Promise<readonly string[]> =>
  Promise.all(outboxes.map(async (outbox) => (await outbox.findOne().sort({ _id: -1 }).lean())?._id ?? ''));

/** Returns the audit records that some work submits. */
export async function recordsOf(work: () => Promise<unknown>): Promise<AuditSubmission[]> {
  const before = await newestIds();
  await work();
  const rows = await Promise.all(
    outboxes.map((outbox, at) => outbox.find({ subject, _id: { $gt: before[at] ?? '' } }).lean()),
  );
  return rows.flat().map(({ envelope }) => envelope.data as AuditSubmission);
}
