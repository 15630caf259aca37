import type { Bus } from '@pas/shared/events/bus';
import { startConsumer, type RunningConsumer } from '@pas/shared/events/consume';
import type { Logger } from '@pas/shared/log/logger';
import { createGroupCommit } from '../audit-chain/group-commit.ts';
import { sealRecords, type Submission } from '../audit-chain/seal-records.ts';

export interface SealAudit {
  bus: Bus;
  log: Logger;
  environment: string;
}

/** Records under way in this process, and the most that go into one transaction. */
const concurrency = 64;

/** Seals what operations have submitted to the audit into the chain of their tenant, each exactly once. */
export function startSealAudit({ bus, log, environment }: SealAudit): RunningConsumer {
  const submit = createGroupCommit<Submission>(
    (tenantId, submissions) => sealRecords({ tenantId, environment, submissions }),
    concurrency,
  );
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
