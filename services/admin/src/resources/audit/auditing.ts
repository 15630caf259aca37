import type { Checkpoints } from '../../audit-chain/read-checkpoints.ts';

/** What checking the audit needs to know of this environment. */
export interface Auditing {
  checkpoints: Checkpoints;
}
