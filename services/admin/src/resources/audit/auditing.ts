import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import type { Checkpoints } from '@pas/shared/audit-chain/read-checkpoints';

/** What checking and exporting the audit needs to know of this environment. */
export interface Auditing {
  checkpoints: Checkpoints & { files: CheckpointFiles };
}
