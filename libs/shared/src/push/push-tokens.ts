import { createHash } from 'node:crypto';
import { createSealedTexts, type SealedTexts } from '@pas/platform/secrets/sealed-text';

/** Encrypts the push tokens of devices, so that the database alone cannot push. */
export type PushTokenCipher = SealedTexts;

/** Returns the stored form that finds a token: its SHA-256, hex. Tokens are too random to be guessed from it. */
export const hashPushToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Prepares the encryption.
 *
 * @param secrets newest first: the first encrypts, all decrypt
 */
export const createPushTokenCipher = (secrets: readonly string[]): PushTokenCipher =>
  createSealedTexts('push-tokens', secrets);
