import type { AuditActor } from '@pas/shared/audit/prepare-record';
import type { ImportRow } from '@pas/shared/models/import';

/** Returns the audit actor of a worker's changes: the caller who requested the step of the import. */
export function importActor({ commit, revert, createdBy }: ImportRow): AuditActor {
  return ((revert ?? commit)?.by ?? createdBy) as AuditActor;
}
