import { randomUUIDv7 } from 'node:crypto';
import { encodeBase32 } from './base32.ts';

/**
 * Mints an id such as `ev_01kb…`: a prefix and a UUIDv7 (RFC 9562, section 5.7) in base32. Ids sort by the time of their
 * making.
 */
export function newPrefixedId(prefix: string): string {
  return `${prefix}_${encodeBase32(BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`))}`;
}

/** The shape of the ids with a prefix. */
export function prefixedIdPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}
