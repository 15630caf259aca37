/** Three base64url parts (RFC 7515, section 3.1). */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * How a part may end, by the number of characters above whole groups of four: the bits of the last one that stand for no
 * byte are zero (RFC 4648, section 3.5).
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

/** Members by which a header changes how a JWS is read: critical extensions, and a payload without encoding (RFC 7797). */
const extensions = ['crit', 'b64'] as const;

/** Whether the header of a JWS is an object without extensions. No token for us has any. */
function hasPlainHeader(part: string): boolean {
  const header = readHeader(part);
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return false;
  return extensions.every((name) => !Object.hasOwn(header, name));
}

/**
 * Whether a text is a compact JWS in its only spelling, and its header has no extension. Decoders ignore the unused bits,
 * so that a token would have several names in a memory of verified tokens, and would stay the same token under each.
 */
export function isStrictJws(token: string): boolean {
  const parts = token.split('.');
  return compactJws.test(token) && parts.every(isStrict) && hasPlainHeader(parts[0] ?? '');
}
