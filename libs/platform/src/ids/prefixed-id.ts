import { randomUUIDv7 } from 'node:crypto';
import { encodeBase32 } from './base32.ts';

/** The greatest value of the 12 bits behind the time, and of those with which a millisecond begins. */
const [maxCount, maxFirstCount] = [0xfff, 0x3ff];

let [lastMillisecond, count] = ['', 0];

/**
 * The digits of a UUIDv7. Those of one millisecond are counted by the 12 bits behind the time (RFC 9562, section 6.2,
 * method 1), since random ones would put what a process makes in one millisecond into any order.
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
 * Mints an id such as `ev_01kb…`: a prefix and a UUIDv7 (RFC 9562, section 5.7) in base32. Ids sort by the time of their
 * making; those of one process, whatever their prefix, in the order of their making.
 */
export function newPrefixedId(prefix: string): string {
  return `${prefix}_${encodeBase32(BigInt(`0x${nextDigits()}`))}`;
}

/** The shape of the ids with a prefix. */
export function prefixedIdPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}
