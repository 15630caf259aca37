import type { AuditEntry } from '../audit/prepare-record.ts';

/**
 * Makes the audit actor of a resident whose request was anonymous. The name is not included: the sealer reads it by
 * the id and keeps it beside the chain.
 */
export function residentActor(userId: string): NonNullable<AuditEntry['actor']> {
  return { type: 'RESIDENT', id: userId, name: null };
}
