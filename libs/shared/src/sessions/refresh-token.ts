import { createHash, createHmac, randomBytes } from 'node:crypto';

/** An opaque token of 256 bits, and its hash, which is all that is stored. */
export interface RefreshToken {
  token: string;
  hash: string;
}

/** The stored form of a refresh token: its SHA-256, hex. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const withHash = (token: string): RefreshToken => ({ token, hash: hashRefreshToken(token) });

/** Makes the first refresh token of a session. */
export function newRefreshToken(): RefreshToken {
  return withHash(randomBytes(32).toString('base64url'));
}

/** Makes the key by which one token is replaced: 256 random bits. */
export function newSuccessorKey(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Derives the token that replaces another one: HMAC-SHA-256 with the key of that replacement. The key is stored and the
 * token is not, so that neither a copy of the database nor an old token alone gives the successor.
 */
export function successorOf(token: string, successorKey: string): RefreshToken {
  return withHash(createHmac('sha256', successorKey).update(token).digest('base64url'));
}
