import { hash } from 'node:crypto';
import { encodeBase32, spell20 } from './base32.ts';

/** Origin of a set of derived ids: a moment, and a text that is unique to the set. */
export interface IdOrigin {
  at: Date;
  key: string;
}

const numberBits = 20n;

/** Maximum ids of one origin. */
export const maxDerivedIds = 2 ** Number(numberBits);

/** The length of the number at the end of an id. The characters before it spell the origin. */
const numberLength = 4;

/** Returns the bits of a UUIDv7 (RFC 9562, section 5.7) with a hash for the random bits, without a number. */
function originBits({ at, key }: IdOrigin): bigint {
  const digest = BigInt(`0x${hash('sha256', key, 'hex')}`);
  const [randA, randB] = [digest & 0xfffn, (digest >> 12n) & ((1n << 42n) - 1n)];
  return (BigInt(at.getTime()) << 80n) | (7n << 76n) | (randA << 64n) | (2n << 62n) | (randB << numberBits);
}

/** Cache of the last origin and the characters that its ids share. Long work derives many ids of one origin. */
let lastShared = { at: NaN, key: '', text: '' };

/** Returns the characters that all ids of an origin share. */
function sharedText({ at, key }: IdOrigin): string {
  if (lastShared.at !== at.getTime() || lastShared.key !== key)
    lastShared = {
      at: at.getTime(),
      key,
      text: encodeBase32(originBits({ at, key })).slice(0, -numberLength),
    };
  return lastShared.text;
}

/**
 * Derives an id such as `user_01kb…` from an origin and a number. The same arguments always give the same id. It has
 * the form of a minted id, and ids of one origin sort by their number.
 */
export function derivePrefixedId(prefix: string, origin: IdOrigin, number: number): string {
  if (number < 0 || number >= maxDerivedIds) throw new RangeError('The number of a derived id is too large.');
  return `${prefix}_${sharedText(origin)}${spell20(number)}`;
}

/** Prepares the check whether an id was derived from an origin, with any number and prefix. */
export function derivedFrom(origin: IdOrigin): (id: string) => boolean {
  const shared = sharedText(origin);
  return (id) => id.slice(id.indexOf('_') + 1, -numberLength) === shared;
}
