import { createHash, createHmac } from 'node:crypto';
import type { InviteRow } from '../models/invite.ts';

/** Input of the derivation of a token. The same input always gives the same token. */
type TokenFacts = Pick<InviteRow, '_id' | 'tokenVersion' | 'secretVersion'>;

export interface InviteLink {
  token: string;
  /** The page on which a person finishes the sign-up. */
  inviteUrl: string;
}

/** Makes invite tokens and the links that carry them. */
export interface InviteLinks {
  /** The base of all links of this environment, without a slash at its end. */
  portalUrl: string;
  /** Name of the secret for new tokens. */
  secretVersion: string;
  /** @throws when the secret that the invite names is no longer configured */
  linkOf(invite: TokenFacts): InviteLink;
}

/** Names a secret without revealing it: the first 8 hex digits of its SHA-256. */
const versionOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/** Returns the stored form of a token: its SHA-256, hex. */
export function hashInviteToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Prepares the derivation of tokens: 256 bits, HMAC-SHA-256 of invite id and token version. The database holds only a
 * hash. Each process with the secret can derive the link again.
 *
 * @param secrets newest first: the first makes new tokens, all can show old ones
 */
export function createInviteLinks(secrets: readonly string[], portalUrl: string): InviteLinks {
  const secretsByVersion = new Map(secrets.map((secret) => [versionOf(secret), secret]));
  return {
    portalUrl,
    secretVersion: versionOf(secrets[0] ?? ''),
    linkOf({ _id, tokenVersion, secretVersion }) {
      // An invite without a link yet gets the newest secret.
      const secret = secretVersion === '' ? secrets[0] : secretsByVersion.get(secretVersion);
      if (secret === undefined)
        throw new Error(`The invite secret ${secretVersion} is no longer configured.`);
      const token = createHmac('sha256', secret).update(`${_id}|${tokenVersion}`).digest('base64url');
      return { token, inviteUrl: `${portalUrl}/join/${token}` };
    },
  };
}
