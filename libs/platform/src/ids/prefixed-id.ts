import { randomUUIDv7 } from 'node:crypto';
import { encodeBase32 } from './base32.ts';

/** The greatest value of the 12 bits after the time, and the greatest first value of a millisecond. */
const [maxCount, maxFirstCount] = [0xfff, 0x3ff];

let [lastMillisecond, count] = ['', 0];

/**
 * Returns the digits of a UUIDv7. The 12 bits after the time count the ids of one millisecond (RFC 9562, section 6.2,
 * method 1). Random bits would not keep the order of ids within a millisecond.
 */
function nextDigits(): string {
  const digits = randomUUIDv7().replaceAll('-', '');
  const millisecond = digits.slice(0, 12);
  const isSame = millisecond === lastMillisecond;
  count = isSame ? Math.min(count + 1, maxCount) : Number.parseInt(digits.slice(13, 16), 16) & maxFirstCount;
  lastMillisecond = millisecond;
  return `${digits.slice(0, 13)}${count.toString(16).padStart(3, '0')}${digits.slice(16)}`;
}

/**
 * Mints an id such as `ev_01kb…`: a prefix and a UUIDv7 (RFC 9562, section 5.7) in base32. Ids sort by the time of
 * creation. Ids of one process sort in the order of creation, whatever their prefix.
 */
export function newPrefixedId(prefix: string): string {
  return `${prefix}_${encodeBase32(BigInt(`0x${nextDigits()}`))}`;
}

/** Returns the pattern of the ids with a prefix. */
export function prefixedIdPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}
