import type { Entity } from '../api.ts';

/** A record of the audit. */
export type AuditRecord = Entity<'AuditRecord'>;

/** What came of what was done, in words. */
export const outcomeWords: Readonly<Record<AuditRecord['outcome'], string>> = {
  SUCCESS: 'Done',
  DENIED: 'Denied',
  FAILURE: 'Failed',
};

/** Who did it. */
export const nameOfActor = ({ actor: { name, id, type } }: AuditRecord): string =>
  name ?? id ?? type.toLowerCase();

/** An id that a column has room for: its end. Its beginning says the kind, which stands before it. */
const shortId = (id: string): string => id.replace(/^[a-z]+_.+(.{6})$/, '…$1');

/** What it was done to first; null where it concerned nothing that has an id. */
export function nameOfTarget({ targets }: AuditRecord): string | null {
  const [target] = targets;
  return target ? `${target.type.replaceAll('_', ' ')} ${shortId(target.id ?? '')}`.trim() : null;
}

/** A value of a change as a short text. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
