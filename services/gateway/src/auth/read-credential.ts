import type { IncomingHttpHeaders } from 'node:http';
import { isStrictJws } from '@pas/shared/principal/strict-jws';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { digestOf } from './credential-cache.ts';

/** The credentials of one request, read and not yet verified. */
export interface Credential {
  /** True if Authorization is present and not blank. A bearer takes precedence over a cookie. */
  hasAuthorization: boolean;
  /** The bearer token. It is empty without one, and under another scheme. */
  token: string;
  /** The name of the token in caches. It is empty without a token. */
  digest: string;
  cookie: string | undefined;
}

/** The type and the issuer that a JWT claims. They choose the verifier and prove nothing. */
export interface TokenClaim {
  typ: unknown;
  iss: unknown;
}

const bearer = /^bearer +(\S+) *$/i;
/** Reads the credentials from Authorization (RFC 6750, section 2.1) and Cookie. */
export function readCredential({ authorization, cookie }: IncomingHttpHeaders): Credential {
  if (authorization === undefined || authorization.trim() === '') {
    return { hasAuthorization: false, token: '', digest: '', cookie };
  }
  const token = bearer.exec(authorization)?.[1];
  if (token === undefined) return { hasAuthorization: true, token: '', digest: '', cookie };
  return { hasAuthorization: true, token, digest: digestOf(token), cookie };
}

/** Whether a token is meant as a JWT: no other credential has dots. */
export function isJwtLike(token: string): boolean {
  return token.includes('.');
}

/**
 * Reads the unverified type and issuer of a JWT; null for any other text, non-canonical spellings of a JWT included.
 */
export function readTokenClaim(token: string): TokenClaim | null {
  if (!isStrictJws(token)) return null;
  try {
    return { typ: decodeProtectedHeader(token).typ, iss: decodeJwt(token).iss };
  } catch {
    return null;
  }
}
