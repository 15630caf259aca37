import type { AuditEntry } from '../audit/prepare-record.ts';

/**
 * Names a resident as the one who acts, where the caller was still anonymous. The name stays out: the sealer
 * reads it by the id and keeps it beside the chain.
 */
export function residentActor(userId: string): NonNullable<AuditEntry['actor']> {
  return { type: 'RESIDENT', id: userId, name: null };
}
