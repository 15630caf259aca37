/** Three base64url parts (RFC 7515, section 3.1). */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * How a part may end, by the number of characters above whole groups of four: the bits of the last one that stand for no
 * byte are zero (RFC 4648, section 3.5).
 */
const strictEnds: readonly (RegExp | null)[] = [/$/, null, /[AQgw]$/, /[AEIMQUYcgkosw048]$/];

const isStrict = (part: string): boolean => strictEnds[part.length % 4]?.test(part) ?? false;

/**
 * Whether a text is a compact JWS in its only spelling. Decoders ignore the unused bits, so that a token would have
 * several names in a memory of verified tokens, and would stay the same token under each.
 */
export function isStrictJws(token: string): boolean {
  return compactJws.test(token) && token.split('.').every(isStrict);
}
