import type { AuditActor } from '@pas/shared/audit/prepare-record';
import type { ImportRow } from '@pas/shared/models/import';

/** Who is on record for what a worker does of an import: the caller who asked for it, as the audit names one. */
export function importActor({ commit, revert, createdBy }: ImportRow): AuditActor {
  return ((revert ?? commit)?.by ?? createdBy) as AuditActor;
}
