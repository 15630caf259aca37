import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Returns the form of a personal value in the chain. It is `sha256:` and the hex SHA-256 of salt and value in
 * canonical JSON (RFC 8785). Without the salt, the value cannot be found by trying all possible values.
 */
export function personalDigest(salt: string, value: unknown): string {
  return `sha256:${hash('sha256', salt + (canonicalize(value) ?? ''), 'hex')}`;
}
