import { createHash, createHmac } from 'node:crypto';
import type { AccessPassRow } from '../models/access-pass.ts';

/** Input of the derivation of a token. */
type TokenFacts = Pick<AccessPassRow, '_id' | 'secretVersion'>;

/** Derives the tokens and PINs of passes, so that the database holds neither. */
export interface PassLinks {
  /** The base of all links of this environment, without a slash at its end. */
  portalUrl: string;
  /** Name of the secret for new passes. */
  secretVersion: string;
  /** @throws Error when the secret that the pass names is no longer configured */
  tokenOf(pass: TokenFacts): string;
  /** The address of the guest's page. */
  urlOf(pass: TokenFacts): string;
  /** The PIN of six digits. */
  pinOf(pass: TokenFacts & Pick<AccessPassRow, 'pinCounter'>): string;
  /** The stored form of a PIN at a door, under the secret of its pass. */
  pinKeyOf(accessPointId: string, pin: string, secretVersion: string): string;
  /** The possible stored forms of a PIN at a door, one for each configured secret. */
  pinKeysOf(accessPointId: string, pin: string): string[];
}

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Names a secret without revealing it: the first 8 hex digits of its SHA-256. */
const versionOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/** Returns the stored form of a token: its SHA-256, hex. */
export const hashPassToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Derives six digits from 64 bits. The largest bias of one PIN against another is 10⁻¹³. */
const sixDigits = (bytes: Buffer): string => String(bytes.readBigUInt64BE() % 1_000_000n).padStart(6, '0');

/** Derives the PIN of six digits from the token of its pass. */
export const pinOfToken = (token: string, pinCounter: number): string =>
  sixDigits(hmac(token, `pin|${pinCounter}`));

/**
 * Prepares the derivation. A token is HMAC-SHA-256 of the pass id (256 bits). A PIN is HMAC-SHA-256 of a counter,
 * with the token as the key. A PIN is stored as HMAC of door and PIN. A plain digest would let anybody with the
 * database try all PINs.
 *
 * @param secrets newest first: the first makes new passes, all verify and show old ones
 */
export function createPassLinks(secrets: readonly string[], portalUrl: string): PassLinks {
  const byVersion = new Map(secrets.map((secret) => [versionOf(secret), secret]));
  const secretOf = (version: string): string => {
    const secret = byVersion.get(version);
    if (secret === undefined) throw new Error(`The pass secret ${version} is no longer configured.`);
    return secret;
  };
  const tokenOf = ({ _id, secretVersion }: TokenFacts): string =>
    hmac(secretOf(secretVersion), `token|${_id}`).toString('base64url');
  const pinKeyOf = (accessPointId: string, pin: string, version: string): string =>
    hmac(secretOf(version), `pin|${accessPointId}|${pin}`).toString('base64url');
  return {
    portalUrl,
    secretVersion: versionOf(secrets[0] ?? ''),
    tokenOf,
    urlOf: (pass) => `${portalUrl}/pass/${tokenOf(pass)}`,
    pinOf: (pass) => pinOfToken(tokenOf(pass), pass.pinCounter),
    pinKeyOf,
    pinKeysOf: (accessPointId, pin) =>
      [...byVersion.keys()].map((version) => pinKeyOf(accessPointId, pin, version)),
  };
}
