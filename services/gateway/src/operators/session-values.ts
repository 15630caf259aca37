import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The numbers of random bytes and of proof bytes in a value. */
const randomLength = 24;
const proofLength = 8;

/** 32 bytes in base64url. */
const shape = /^[\w-]{43}$/;

/** Makes the values of session cookies and recognises forged ones. */
export interface SessionValues {
  /** Makes a new value: 192 random bits and a proof of 64 bits. */
  mint(): string;
  /** Whether a gateway with this secret has made a value. The session may have ended all the same. */
  isOurs(value: string): boolean;
}

/**
 * Prepares the values of session cookies. A forged value fails the proof, so it costs no look-up in the database. The
 * key is derived from the client's secret (HKDF, RFC 5869), which all gateways share. A new secret ends all sessions.
 */
export function createSessionValues(clientSecret: string): SessionValues {
  const key = new Uint8Array(hkdfSync('sha256', clientSecret, '', 'pas session value', 32));
  const proofOf = (random: Buffer): Buffer =>
    createHmac('sha256', key).update(random).digest().subarray(0, proofLength);
  return {
    mint() {
      const random = randomBytes(randomLength);
      return Buffer.concat([random, proofOf(random)]).toString('base64url');
    },
    isOurs(value) {
      if (!shape.test(value)) return false;
      const bytes = Buffer.from(value, 'base64url');
      // Only the canonical spelling counts. Another one would be a second name of the same session.
      if (bytes.toString('base64url') !== value) return false;
      return timingSafeEqual(proofOf(bytes.subarray(0, randomLength)), bytes.subarray(randomLength));
    },
  };
}
