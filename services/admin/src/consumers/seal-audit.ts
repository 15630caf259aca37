import type { Bus } from '@pas/shared/events/bus';
import { startConsumer, type RunningConsumer } from '@pas/shared/events/consume';
import type { Logger } from '@pas/shared/log/logger';
import { createGroupCommit } from '../audit-chain/group-commit.ts';
import type { CheckpointKeeper } from '../audit-chain/keep-checkpoints.ts';
import { sealRecords, type Submission } from '../audit-chain/seal-records.ts';

export interface SealAudit {
  bus: Bus;
  log: Logger;
  environment: string;
  checkpoints: Pick<CheckpointKeeper, 'note'>;
}

/** Records under way in this process, and the most that go into one transaction. */
const concurrency = 64;

/** Seals what operations have submitted to the audit into the chain of their tenant, each exactly once. */
export function startSealAudit({ bus, log, environment, checkpoints }: SealAudit): RunningConsumer {
  const submit = createGroupCommit<Submission>(async (tenantId, submissions) => {
    const end = await sealRecords({ tenantId, environment, submissions });
    if (end) checkpoints.note(end);
  }, concurrency);
  return startConsumer({
    bus,
    log,
    stream: 'AUDIT',
    durable: 'seal-audit',
    subjects: ['pas.v1.audit.record.submitted'],
    concurrency,
    handle: (submission) => submit(submission.tenantid, submission),
  });
}
