import { createPrivateKey } from 'node:crypto';
import type { Logger } from '@pas/platform/log/logger';
import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { openWithdrawalFiles } from '@pas/shared/audit-chain/withdrawal';
import type { AdminConfig } from '../config.ts';
import { keepCheckpoints, type CheckpointKeeper } from './keep-checkpoints.ts';
import { createWithdrawalRecorder, type RecordWithdrawal } from './record-withdrawals.ts';

interface StatementOptions {
  config: AdminConfig;
  files: CheckpointFiles;
  log: Logger;
}

/** The signed statements outside the database: checkpoints of the chains, and withdrawals. */
export interface SignedStatements {
  checkpoints: CheckpointKeeper;
  recordWithdrawal: RecordWithdrawal;
}

/** Prepares the writers of signed statements below AUDIT_CHECKPOINT_DIR. */
export function openStatements({ config, files, log }: StatementOptions): SignedStatements {
  const { ENVIRONMENT: environment } = config;
  const privateKey = createPrivateKey(config.AUDIT_CHECKPOINT_PRIVATE_KEY ?? '');
  const checkpoints = keepCheckpoints({
    files,
    privateKey,
    environment,
    everyRecords: config.AUDIT_CHECKPOINT_RECORDS,
    everyMs: config.AUDIT_CHECKPOINT_INTERVAL_MS,
    log,
  });
  const withdrawals = openWithdrawalFiles(config.AUDIT_CHECKPOINT_DIR, environment);
  return {
    checkpoints,
    recordWithdrawal: createWithdrawalRecorder({ files: withdrawals, privateKey, environment }),
  };
}
