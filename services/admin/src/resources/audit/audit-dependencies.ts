import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import type { Checkpoints } from '@pas/shared/audit-chain/read-checkpoints';

/** Dependencies for verifying and exporting the audit. */
export interface AuditDependencies {
  checkpoints: Checkpoints & { files: CheckpointFiles };
}
