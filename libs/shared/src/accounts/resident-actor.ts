import type { AuditEntry } from '../audit/prepare-record.ts';

/**
 * Makes the audit actor of a resident whose request was anonymous. It has no name. The sealer reads the name by the
 * id and stores it beside the chain.
 */
export function residentActor(userId: string): NonNullable<AuditEntry['actor']> {
  return { type: 'RESIDENT', id: userId, name: null };
}
