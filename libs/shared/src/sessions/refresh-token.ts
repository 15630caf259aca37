import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { QueryFilter } from 'mongoose';
import type { SessionRow } from '../models/session.ts';

/** An opaque token: 144 bits shared by all tokens of a session, then 256 bits of its own. Only hashes are stored. */
interface RefreshToken {
  token: string;
  hash: string;
}

/** Lengths of the shared part and of a token's own part, in characters. */
const [familyLength, secretLength] = [24, 43];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the stored form of a refresh token: its SHA-256, hex. */
export const hashRefreshToken = (token: string): string => sha256(token);

/** Returns the part shared by the tokens of a session. It is empty for a text of another length. */
const familyOf = (token: string): string =>
  token.length === familyLength + secretLength ? token.slice(0, familyLength) : '';

const withHash = (token: string): RefreshToken => ({ token, hash: sha256(token) });

/** Makes the first refresh token of a session. */
export function newRefreshToken(): RefreshToken & { familyHash: string } {
  const family = randomBytes(18).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  return { ...withHash(`${family}${secret}`), familyHash: sha256(family) };
}

/** Makes the key that derives a token's successor: 256 random bits. */
export function newSuccessorKey(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Derives the successor of a token: HMAC-SHA-256 with the key of that replacement. The database holds the key and not
 * the token. So neither a copy of the database nor an old token alone yields the successor.
 */
export function successorOf(token: string, successorKey: string): RefreshToken {
  const secret = createHmac('sha256', successorKey).update(token).digest('base64url');
  return withHash(`${familyOf(token)}${secret}`);
}

/** Returns the filter of the session of a current or replaced token. */
export const sessionOfToken = (token: string): QueryFilter<SessionRow> => ({
  familyHash: sha256(familyOf(token)),
});
