/** Crockford's base32 alphabet in lower case: no i, l, o, u, so an id survives being read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Spells 128 bits as 26 Crockford base32 characters; the order of the texts is the order of the numbers. */
export function encodeBase32(bits: bigint): string {
  let text = '';
  for (let rest = bits, i = 0; i < 26; i += 1, rest >>= 5n) text = alphabet[Number(rest & 31n)] + text;
  return text;
}
