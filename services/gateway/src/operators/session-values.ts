import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Random bytes of a value, and those that vouch for them. */
const randomLength = 24;
const proofLength = 8;

/** 32 bytes in base64url. */
const shape = /^[\w-]{43}$/;

/** Makes the values of session cookies, and tells them from made-up ones. */
export interface SessionValues {
  /** A new value: 192 random bits and 64 bits that prove whose they are. */
  mint(): string;
  /** Whether a gateway with this secret has made a value. It says nothing of whether its session goes on. */
  isOurs(value: string): boolean;
}

/**
 * Prepares the values of session cookies. A made-up value is refused by its proof, so that it costs no look-up in the
 * store, however many there are. The key is derived from the client's secret (HKDF, RFC 5869), which all gateways share; a
 * new secret ends all sessions.
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
      // Another spelling of the same bytes would be another name of one session.
      if (bytes.toString('base64url') !== value) return false;
      return timingSafeEqual(proofOf(bytes.subarray(0, randomLength)), bytes.subarray(randomLength));
    },
  };
}
