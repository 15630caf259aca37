import { createHash, createHmac } from 'node:crypto';
import type { InviteRow } from '../models/invite.ts';

/** The input from which a token is derived; the same input always gives the same token. */
type TokenFacts = Pick<InviteRow, '_id' | 'tokenVersion' | 'secretVersion'>;

export interface InviteLink {
  token: string;
  /** The page on which a person finishes the sign-up. */
  inviteUrl: string;
}

/** Makes invite tokens and the links that carry them. */
export interface InviteLinks {
  /** The secret that new tokens are derived with, by its name. */
  secretVersion: string;
  /** @throws when the secret that the invite names is no longer configured */
  linkOf(invite: TokenFacts): InviteLink;
}

/** Names a secret without revealing it: the first 8 hex digits of its SHA-256. */
const versionOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/** The stored form of a token: its SHA-256, hex. */
export function hashInviteToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Prepares the derivation of tokens: 256 bits, HMAC-SHA-256 of invite id and token version. The database holds a hash
 * only, and the link can still be shown again and sent by another process.
 *
 * @param secrets newest first: the first makes new tokens, all can show old ones
 */
export function createInviteLinks(secrets: readonly string[], portalUrl: string): InviteLinks {
  const secretsByVersion = new Map(secrets.map((secret) => [versionOf(secret), secret]));
  return {
    secretVersion: versionOf(secrets[0] ?? ''),
    linkOf({ _id, tokenVersion, secretVersion }) {
      // Of an invite that has no link yet: the one that it is going to get.
      const secret = secretVersion === '' ? secrets[0] : secretsByVersion.get(secretVersion);
      if (secret === undefined)
        throw new Error(`The invite secret ${secretVersion} is no longer configured.`);
      const token = createHmac('sha256', secret).update(`${_id}|${tokenVersion}`).digest('base64url');
      return { token, inviteUrl: `${portalUrl}/join/${token}` };
    },
  };
}
