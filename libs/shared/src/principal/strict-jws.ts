/** Three base64url parts (RFC 7515, section 3.1). */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Allowed ends of a part, by the number of characters beyond whole groups of four. The unused bits of the last
 * character are zero (RFC 4648, section 3.5).
 */
const strictEnds: readonly (RegExp | null)[] = [/$/, null, /[AQgw]$/, /[AEIMQUYcgkosw048]$/];

const isStrict = (part: string): boolean => strictEnds[part.length % 4]?.test(part) ?? false;

function readHeader(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Header members that change the reading of a JWS: critical extensions, and an unencoded payload (RFC 7797). */
const extensions = ['crit', 'b64'] as const;

/** Whether the header of a JWS is an object without extensions. Valid tokens have none. */
function hasPlainHeader(part: string): boolean {
  const header = readHeader(part);
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return false;
  return extensions.every((name) => !Object.hasOwn(header, name));
}

/**
 * Whether a text is a compact JWS in its only spelling, and its header has no extension. Decoders ignore the unused
 * bits. Without this check, a token would have several spellings in a cache of verified tokens.
 */
export function isStrictJws(token: string): boolean {
  const parts = token.split('.');
  return compactJws.test(token) && parts.every(isStrict) && hasPlainHeader(parts[0] ?? '');
}
