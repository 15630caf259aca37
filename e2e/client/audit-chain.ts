import { createHash } from 'node:crypto';
import type { AuditRecord } from './property-manager.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Serialises JSON by RFC 8785: members sorted by the UTF-16 units of their names, no spaces, ECMAScript's
 * numbers.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Json).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** Sets a value of a record by a JSON Pointer (RFC 6901) without escapes. */
function putAt(record: unknown, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => (at as Record<string, unknown>)[name], record);
  (parent as Record<string, unknown>)[last] = value;
}

/** Converts a record of the API to its form in the chain, with digests instead of personal values. */
export function sealedForm({ digests, ...shown }: AuditRecord): SealedRecord {
  const record = structuredClone(shown);
  for (const { pointer, digest } of digests) putAt(record, pointer, { digest });
  return record;
}

/** A link of the chain as a checker sees it, with digests instead of personal values. */
export type SealedRecord = Pick<AuditRecord, 'seq' | 'prevHash' | 'hash'> & Json;

/**
 * Computes the hash of a record by the documented rule. It is SHA-256 over a zero byte, the previous hash,
 * and all other members in canonical JSON.
 */
export function expectedHash({ hash: _hash, prevHash, ...content }: SealedRecord): string {
  return createHash('sha256')
    .update(Buffer.from([0]))
    .update(Buffer.from(prevHash, 'hex'))
    .update(canonical(content))
    .digest('hex');
}
