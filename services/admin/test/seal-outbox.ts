import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { OutboxModel } from '@pas/platform/events/outbox';
import { sealRecords, type Submission } from '../src/audit-chain/seal-records.ts';

/** Seals what a tenant's outbox holds for the audit, as the consumer does when it is told. */
export async function sealOutbox(tenantId: string): Promise<void> {
  const rows = await OutboxModel.find({ tenantId, subject: 'pas.v1.audit.record.submitted' })
    .sort({ _id: 1 })
    .lean();
  const submissions = rows.map(({ envelope }) => envelope as unknown as Submission);
  await sealRecords({ tenantId, environment: 'TEST', submissions, events: leaveToSweeper });
}
