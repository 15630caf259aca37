import { createPublicKey } from 'node:crypto';

/** Returns the public key of a signing key, in PEM (SPKI). */
export function publicKeyOf(privateKeyPem: string): string {
  return createPublicKey(privateKeyPem).export({ format: 'pem', type: 'spki' }) as string;
}

/** Returns the 32 bytes of an Ed25519 public key, in base64 (RFC 8032, section 5.1.5). */
export function rawPublicKeyOf(privateKeyPem: string): string {
  const { x = '' } = createPublicKey(privateKeyPem).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}
