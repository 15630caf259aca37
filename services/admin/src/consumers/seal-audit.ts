import type { Bus } from '@pas/platform/events/bus';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { consumers } from '@pas/shared/events/traffic';
import { startConsumer } from '@pas/shared/events/start-consumer';
import type { Logger } from '@pas/platform/log/logger';
import { sealSeconds } from '../audit-chain/audit-metrics.ts';
import { createGroupCommit } from '../audit-chain/group-commit.ts';
import type { CheckpointKeeper } from '../audit-chain/keep-checkpoints.ts';
import type { RecordWithdrawal } from '../audit-chain/record-withdrawals.ts';
import { sealRecords, type Submission } from '../audit-chain/seal-records.ts';

export interface SealAudit {
  bus: Bus;
  events: CommittedEvents;
  log: Logger;
  environment: string;
  checkpoints: Pick<CheckpointKeeper, 'record'>;
  recordWithdrawal: RecordWithdrawal;
}

/** Concurrent records in this process. */
const concurrency = 1000;

/**
 * Maximum records per transaction, and concurrent transactions of different tenants. The consumer reads records in
 * batches, so a batch is mostly complete immediately.
 */
const sealing = { maxBatch: 500, maxCommits: 4, lingerMs: 5 };

/** Seals submitted audit records into the chain of their tenant, each exactly once. */
export function startSealAudit(options: SealAudit): RunningConsumer {
  const { bus, events, log, environment, checkpoints, recordWithdrawal } = options;
  const submit = createGroupCommit<Submission>(async (tenantId, submissions) => {
    const { end, sealed } = await sealRecords({ tenantId, environment, events, submissions });
    if (end) checkpoints.record(end);
    for (const { time } of sealed) sealSeconds.observe((Date.now() - Date.parse(time)) / 1000);
  }, sealing);
  return startConsumer({
    bus,
    log,
    environment,
    ...consumers.sealAudit,
    concurrency,
    lingers: true,
    handle: async (submission) => {
      await submit(submission.tenantid, submission);
      await recordWithdrawal(submission);
    },
  });
}
