import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { QueryFilter } from 'mongoose';
import type { SessionRow } from '../models/session.ts';

/**
 * An opaque token: 144 bits that all tokens of a session have in common, then 256 bits of its own. Only hashes are
 * stored.
 */
interface RefreshToken {
  token: string;
  hash: string;
}

/** How many characters a session's tokens have in common, and how many are a token's own. */
const [familyLength, secretLength] = [24, 43];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The stored form of a refresh token: its SHA-256, hex. */
export const hashRefreshToken = (token: string): string => sha256(token);

/** The part that a token has in common with the others of its session; empty for one of an earlier release. */
const familyOf = (token: string): string =>
  token.length === familyLength + secretLength ? token.slice(0, familyLength) : '';

/** Whether all tokens of the session have a part in common, by which used ones are recognised. */
export const hasFamily = (token: string): boolean => familyOf(token) !== '';

const withHash = (token: string): RefreshToken => ({ token, hash: sha256(token) });

/** Makes the first refresh token of a session. */
export function newRefreshToken(): RefreshToken & { familyHash: string } {
  const family = randomBytes(18).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  return { ...withHash(`${family}${secret}`), familyHash: sha256(family) };
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
  const secret = createHmac('sha256', successorKey).update(token).digest('base64url');
  return withHash(`${familyOf(token)}${secret}`);
}

/** The filter of the session that a token belongs or belonged to: the present one or one that was replaced. */
export function sessionOfToken(token: string): QueryFilter<SessionRow> {
  if (hasFamily(token)) return { familyHash: sha256(familyOf(token)) };
  const hash = sha256(token);
  return { $or: [{ refreshTokenHash: hash }, { usedTokenHashes: hash }] };
}
