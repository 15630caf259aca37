import { createHash, randomBytes } from 'node:crypto';

/** An opaque token of 256 bits, and its hash, which is all that is stored. */
export interface RefreshToken {
  token: string;
  hash: string;
}

/** What the database keeps of a refresh token: its SHA-256, hex. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Makes a new refresh token. */
export function newRefreshToken(): RefreshToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashRefreshToken(token) };
}
