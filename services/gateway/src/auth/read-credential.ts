import { apiKeyMark } from '@pas/shared/api-keys/key-format';

/** What the Authorization header holds, told by its shape alone. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'api_key' | 'jwt'; token: string }
  /** Present, and nothing that this system ever issued. */
  | { kind: 'unreadable' };

const bearer = /^bearer +(\S+) *$/i;
/** Three base64url parts (RFC 7515, section 3.1). */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Reads the Authorization header (RFC 6750, section 2.1). */
export function readCredential(authorization: string | undefined): Credential {
  if (authorization === undefined || authorization.trim() === '') return { kind: 'none' };
  const token = bearer.exec(authorization)?.[1];
  if (token === undefined) return { kind: 'unreadable' };
  if (token.startsWith(apiKeyMark)) return { kind: 'api_key', token };
  return compactJws.test(token) ? { kind: 'jwt', token } : { kind: 'unreadable' };
}
