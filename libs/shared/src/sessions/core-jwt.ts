import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { keyId } from '../principal/assertion.ts';

/** The media type of a Core JWT (RFC 9068, section 2.1). */
export const coreJwtType = 'at+jwt';
export const coreJwtAudience = 'core';

/** Lifetime of a Core JWT, in seconds. */
export const coreJwtTtlSeconds = 900;

export interface CoreJwtSubject {
  userId: string;
  tenantId: string;
  sessionId: string;
}

/** Signs the short-lived token of a resident's app. */
export interface CoreJwtSigner {
  sign(subject: CoreJwtSubject, now: Date): Promise<string>;
}

/**
 * Prepares the signing of Core JWTs (RFC 9068, Ed25519).
 *
 * @param issuer the portal's address of this environment, so that tokens of other environments are refused
 */
export async function createCoreJwtSigner(privateKey: KeyObject, issuer: string): Promise<CoreJwtSigner> {
  const header = { alg: 'Ed25519', typ: coreJwtType, kid: await keyId(createPublicKey(privateKey)) };
  return {
    async sign({ userId, tenantId, sessionId }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ tid: tenantId, sid: sessionId })
        .setProtectedHeader(header)
        .setIssuer(issuer)
        .setAudience(coreJwtAudience)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + coreJwtTtlSeconds)
        .sign(privateKey);
    },
  };
}
