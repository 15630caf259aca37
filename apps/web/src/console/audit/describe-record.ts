import type { Entity } from '../api.ts';

/** A record of the audit. */
export type AuditRecord = Entity<'AuditRecord'>;

/** Who did it. */
export const nameOfActor = ({ actor: { name, id, type } }: AuditRecord): string =>
  name ?? id ?? type.toLowerCase();

/** What it was done to first. */
export function nameOfTarget({ targets }: AuditRecord): string {
  const [target] = targets;
  return target ? `${target.type.replaceAll('_', ' ')} ${target.id ?? ''}`.trim() : '–';
}

/** A value of a change as a short text. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
