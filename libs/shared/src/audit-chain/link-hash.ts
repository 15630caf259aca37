import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuditRecordRow } from '../models/audit-record.ts';

/** What a link's hash stands over, besides the link before. */
export type LinkContent = Pick<AuditRecordRow, '_id' | 'tenantId' | 'seq' | 'record'>;

/** What the first link of a chain follows. */
export const genesisHash = '0'.repeat(64);

/** Keeps a link's input apart from any other use of the same digest (as leaves in RFC 6962, section 2.1). */
const linkPrefix = Buffer.from([0]);

/**
 * The hash of one link: SHA-256(0x00 ‖ previous hash, 32 bytes ‖ record in canonical JSON, RFC 8785), in hex.
 *
 * The record is the sealed one with its id, tenant and place in the chain: `{ id, tenantId, seq, action, … recordedAt }`,
 * so no link can be changed, moved or passed off as another tenant's without breaking the chain after it.
 */
export function hashContent(prevHash: string, sealed: object): string {
  const canonical = canonicalize(sealed) ?? '';
  return hash(
    'sha256',
    Buffer.concat([linkPrefix, Buffer.from(prevHash, 'hex'), Buffer.from(canonical)]),
    'hex',
  );
}

/** The hash of one link, from its row. */
export function hashLink(prevHash: string, { _id, tenantId, seq, record }: LinkContent): string {
  return hashContent(prevHash, { id: _id, tenantId, seq, ...record });
}
