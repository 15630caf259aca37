import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { signingAlgorithm } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';

/** Who signs, and in whose name. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly signingKey: SigningKey;
}

/** Seconds that a token is good for, 10 minutes unless asked otherwise; a negative number makes an expired one. */
export const ExpiresInSeconds = z.int().min(-86_400).max(86_400).default(600);

/** What a token says, besides what every token says. */
export interface TokenContent {
  readonly sub: string;
  readonly expiresInSeconds: number;
  readonly claims: JWTPayload;
}

/**
 * Signs a token in the provider's name, with the key that its `jwks_uri` publishes (RFC 7519; `sid` as in OpenID Connect
 * Front-Channel Logout, section 3).
 */
export async function mintToken(by: TokenIssuer, content: TokenContent): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const expiresAt = now + content.expiresInSeconds;
  // An expired token was issued before it ended: verifiers may check the order too.
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
