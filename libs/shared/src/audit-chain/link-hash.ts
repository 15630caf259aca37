import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuditRecordRow } from '../models/audit-record.ts';

/** Hashed fields of a link, besides the previous hash. */
export type LinkContent = Pick<AuditRecordRow, '_id' | 'tenantId' | 'seq' | 'record'>;

/** Previous hash of the first link of a chain. */
export const genesisHash = '0'.repeat(64);

/** Domain separator of a link's input (as for leaves in RFC 6962, section 2.1). */
const linkPrefix = Buffer.from([0]);

/**
 * Returns the hash of one link in hex: `SHA-256(0x00 ‖ previous hash, 32 bytes ‖ record in canonical JSON, RFC
 * 8785)`.
 *
 * The hashed record contains its id, tenant and position: `{ id, tenantId, seq, action, … recordedAt }`. So a
 * changed, moved or copied link breaks the chain after it.
 */
export function hashContent(prevHash: string, sealed: object): string {
  const canonical = canonicalize(sealed) ?? '';
  return hash(
    'sha256',
    Buffer.concat([linkPrefix, Buffer.from(prevHash, 'hex'), Buffer.from(canonical)]),
    'hex',
  );
}

/** Returns the hash of one link, from its row. */
export function hashLink(prevHash: string, { _id, tenantId, seq, record }: LinkContent): string {
  return hashContent(prevHash, { id: _id, tenantId, seq, ...record });
}
