import type { Entity } from '../api.ts';

/** A record of the audit. */
export type AuditRecord = Entity<'AuditRecord'>;

/** Words for the outcome of an action. */
export const outcomeWords: Readonly<Record<AuditRecord['outcome'], string>> = {
  SUCCESS: 'Done',
  DENIED: 'Denied',
  FAILURE: 'Failed',
};

/** Returns the name of the actor, else its id or type. */
export const nameOfActor = ({ actor: { name, id, type } }: AuditRecord): string =>
  name ?? id ?? type.toLowerCase();

/**
 * Shortens an id to its end, so that it fits a column. Its prefix repeats the kind, which the column shows
 * anyway.
 */
export const shortId = (id: string): string => id.replace(/^[a-z]+_.+(.{6})$/, '…$1');

/** Formats a value of a change as a short text. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
