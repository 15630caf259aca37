/** Crockford's base32 alphabet in lower case: without i, l, o and u, so that an id can be read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The two characters that spell each number of ten bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => `${alphabet[bits >> 5]}${alphabet[bits & 31]}`);

/** Spells 20 bits as four characters. */
export const spell20 = (bits: number): string => `${pairs[bits >> 10]}${pairs[bits & 1023]}`;

/** Spells up to 50 bits as ten characters. It divides numbers that exceed 32 bits instead of shifting them. */
function spell50(bits: number): string {
  const high = Math.floor(bits / 2 ** 20);
  return `${pairs[high >> 20]}${spell20(high & 0xfffff)}${spell20(bits % 2 ** 20)}`;
}

/**
 * Spells 128 bits as 26 Crockford base32 characters. The texts sort as the numbers do. It splits the number in three
 * steps, because each operation on a BigInt costs as much as the rest.
 */
export function encodeBase32(bits: bigint): string {
  const low = Number(bits & 0x3ffffffffffffn);
  const middle = Number((bits >> 50n) & 0x3ffffffffffffn);
  const high = Number(bits >> 100n);
  return `${pairs[high >> 20]}${spell20(high & 0xfffff)}${spell50(middle)}${spell50(low)}`;
}
