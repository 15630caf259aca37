import { createHash } from 'node:crypto';
import type { AuditRecord } from './property-manager.ts';

type Json = Readonly<Record<string, unknown>>;

/** JSON as RFC 8785 writes it: members in the order of their names' UTF-16 units, no blanks, ECMAScript's numbers. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Json).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** Puts a value at a place of a record, named by a JSON Pointer (RFC 6901) without escapes. */
function putAt(record: unknown, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => (at as Record<string, unknown>)[name], record);
  (parent as Record<string, unknown>)[last] = value;
}

/** A record as the API shows it, as the chain holds it: digests in the places of personal values. */
export function sealedForm({ digests, ...shown }: AuditRecord): SealedRecord {
  const record = structuredClone(shown);
  for (const { pointer, digest } of digests) putAt(record, pointer, { digest });
  return record;
}

/** A link of the chain as a checker has it; personal values stand in it as their digests. */
export type SealedRecord = Pick<AuditRecord, 'seq' | 'prevHash' | 'hash'> & Json;

/**
 * What the hash of a record has to be, worked out from the documented rule alone: SHA-256 over a zero byte, the hash
 * before, and all other members of the record in canonical JSON.
 */
export function expectedHash({ hash: _hash, prevHash, ...content }: SealedRecord): string {
  return createHash('sha256')
    .update(Buffer.from([0]))
    .update(Buffer.from(prevHash, 'hex'))
    .update(canonical(content))
    .digest('hex');
}
