import { createHash, createHmac } from 'node:crypto';

/** How long the link of a password reset works. */
export const resetTtlMs = 3_600_000;

/** The stored form of a token: its SHA-256, hex. */
export function hashResetToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Derives the token of a reset: 256 bits, HMAC-SHA-256 of its id. So neither an event nor the database has the token,
 * and a mail that is sent again has the same link.
 *
 * @param secret known to the program that sends the mail alone
 */
export function deriveResetToken(secret: string, resetId: string): string {
  return createHmac('sha256', secret).update(`password reset|${resetId}`).digest('base64url');
}
