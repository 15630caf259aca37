import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { sealRecords, type Submission } from '../src/audit-chain/seal-records.ts';

/** Seals the submissions in a tenant's outboxes, like the consumer. */
export async function sealOutbox(tenantId: string): Promise<void> {
  const submitted = { tenantId, subject: 'pas.v1.audit.record.submitted' };
  const ofCore = await OutboxModel.find(submitted).sort({ _id: 1 }).lean();
  const ofControl = await ControlOutboxModel.find(submitted).sort({ _id: 1 }).lean();
  const submissions = [...ofCore, ...ofControl].map(({ envelope }) => envelope as unknown as Submission);
  await sealRecords({ tenantId, environment: 'TEST', submissions, events: leaveToSweeper });
}
