import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import type { Checkpoints } from '@pas/shared/audit-chain/read-checkpoints';

/** Dependencies for verifying and exporting the audit. */
export interface Auditing {
  checkpoints: Checkpoints & { files: CheckpointFiles };
}
