import type { AuditEntry } from '../audit/prepare-record.ts';

/**
 * Names a resident as the one who acts, where the caller was still anonymous. The name stays out: what tells of a
 * person stands in the audit chain by its digest only.
 */
export function residentActor(userId: string): NonNullable<AuditEntry['actor']> {
  return { type: 'RESIDENT', id: userId, name: null };
}
