import { createHash, createHmac } from 'node:crypto';

/** Lifetime of a password reset link, in milliseconds. */
export const resetTtlMs = 3_600_000;

/** Returns the stored form of a token: its SHA-256, hex. */
export function hashResetToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Derives the token of a reset: 256 bits, HMAC-SHA-256 of its id. Neither events nor the database contain the token.
 * A repeated mail has the same link.
 *
 * @param secret known only to the program that sends the mail
 */
export function deriveResetToken(secret: string, resetId: string): string {
  return createHmac('sha256', secret).update(`password reset|${resetId}`).digest('base64url');
}
