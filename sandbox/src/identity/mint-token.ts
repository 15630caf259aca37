import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { signingAlgorithm } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';

/** Signing key and issuer of a token. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly signingKey: SigningKey;
}

/** Lifetime of a token in seconds, by default 10 minutes. A negative number makes an expired token. */
export const ExpiresInSeconds = z.int().min(-86_400).max(86_400).default(600);

/** Claims of a token beyond the common ones. */
export interface TokenContent {
  readonly sub: string;
  readonly expiresInSeconds: number;
  readonly claims: JWTPayload;
}

/**
 * Signs a token with the key that the provider's `jwks_uri` publishes (RFC 7519). `sid` follows OpenID Connect
 * Front-Channel Logout, section 3.
 */
export async function mintToken(by: TokenIssuer, content: TokenContent): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const expiresAt = now + content.expiresInSeconds;
  // `iat` of an expired token must precede `exp`, because verifiers may check the order.
  const issuedAt = Math.min(now, expiresAt - 60);
  return new SignJWT({ sid: `sess_${randomUUID()}`, ...content.claims })
    .setProtectedHeader({ alg: signingAlgorithm, kid: by.signingKey.jwk.kid, typ: 'JWT' })
    .setIssuer(by.issuer)
    .setSubject(content.sub)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(by.signingKey.key);
}
