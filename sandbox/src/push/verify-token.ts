import { createPublicKey } from 'node:crypto';
import { decodeJwt, jwtVerify, type JWTPayload } from 'jose';

/**
 * Reads a token that our services signed. Without a key, its claims are not verified.
 *
 * @returns null for an invalid token, or one not signed with the key
 */
export async function readSigned(
  token: string,
  publicKeyPem: string | undefined,
  algorithm: 'RS256' | 'ES256',
): Promise<JWTPayload | null> {
  try {
    if (publicKeyPem === undefined) return await Promise.resolve(decodeJwt(token));
    const { payload } = await jwtVerify(token, createPublicKey(publicKeyPem), { algorithms: [algorithm] });
    return payload;
  } catch {
    return null;
  }
}
