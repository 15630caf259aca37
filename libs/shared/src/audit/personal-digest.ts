import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * What the chain holds of a personal value: `sha256:` and the hex SHA-256 of a salt and the value in canonical JSON
 * (RFC 8785). Without the salt nobody finds the value by trying all there could be.
 */
export function personalDigest(salt: string, value: unknown): string {
  return `sha256:${hash('sha256', salt + (canonicalize(value) ?? ''), 'hex')}`;
}
