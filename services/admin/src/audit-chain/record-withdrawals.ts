import type { KeyObject } from 'node:crypto';
import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { signWithdrawal, withdrawalTargets, type Withdrawal } from '@pas/shared/audit-chain/withdrawal';
import type { Submission } from './seal-records.ts';

/** Stores the record of an erasure or a revocation outside the database. Ignores other records. */
export type RecordWithdrawal = (submission: Submission) => Promise<void>;

interface WithdrawalOptions {
  files: Pick<CheckpointFiles, 'append'>;
  privateKey: KeyObject;
  environment: string;
}

const isWithdrawal = (action: string): action is Withdrawal['action'] =>
  Object.hasOwn(withdrawalTargets, action);

/**
 * Creates the recorder of withdrawals. It runs before the record is acknowledged. After a crash the record is delivered
 * again, so the file may contain a line twice.
 */
export function createWithdrawalRecorder({
  files,
  privateKey,
  environment,
}: WithdrawalOptions): RecordWithdrawal {
  return async ({ tenantid: tenantId, data }) => {
    const { action, outcome, targets, occurredAt: at } = data;
    if (outcome !== 'SUCCESS' || !isWithdrawal(action)) return;
    const target = targets.find(({ type }) => type === withdrawalTargets[action]);
    if (!target?.id) return;
    const withdrawal = { tenantId, environment, action, targetId: target.id, at };
    await files.append(tenantId, await signWithdrawal(withdrawal, privateKey));
  };
}
