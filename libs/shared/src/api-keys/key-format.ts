import { crc32 } from 'node:zlib';
import { encodeBase62, randomBase62 } from './base62.ts';

/** The prefix of every API key. */
export const apiKeyMark = 'pas_';

/** Length of the part that identifies the record. */
export const publicIdLength = 12;
/** The length of the secret part: 43 base 62 characters carry 256 bits. */
export const secretLength = 43;
/** The length of the checksum at the end. */
export const checksumLength = 6;

const shape = /^pas_(?:live|stg|test|dev)_([0-9A-Za-z]{12})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;

const kinds: Readonly<Record<string, string>> = { PROD: 'live', STAGING: 'stg', TEST: 'test' };

/** A new key and the parts that its record keeps. The whole key exists only at its creation. */
export interface MintedApiKey {
  /** The whole key: shown once and never stored. */
  key: string;
  /** Finds the record. */
  publicId: string;
  /** The key up to its secret, for comparison with a given key. */
  prefix: string;
  last4: string;
}

/**
 * Returns the CRC-32 of the text before it, in base 62, as in GitHub's tokens. It detects mistyped keys without a
 * look-up.
 */
export function checksumOf(text: string): string {
  return encodeBase62(crc32(text), checksumLength);
}

function mint(kind: string): MintedApiKey {
  const publicId = randomBase62(publicIdLength);
  const prefix = `pas_${kind}_${publicId}`;
  const body = `${prefix}_${randomBase62(secretLength)}`;
  const key = body + checksumOf(body);
  return { key, publicId, prefix, last4: key.slice(-4) };
}

/**
 * Mints an API key: `pas_<live|stg|test|dev>_<12 public id>_<43 secret><6 checksum>`. Only underscores separate the
 * parts, so that a double click selects the whole key.
 *
 * @param environment chooses the second part, a hint for people that no code evaluates
 */
export function mintApiKey(environment: string): MintedApiKey {
  return mint(kinds[environment] ?? 'dev');
}

/**
 * Mints the successor of a key, with the same hint in its second part.
 *
 * @param prefix that of the key
 */
export function mintSuccessor(prefix: string): MintedApiKey {
  return mint(prefix.split('_')[1] ?? 'dev');
}

/** Reads the public id of a well-formed key with a valid checksum; null for any other text. */
export function parseApiKey(text: string): { publicId: string } | null {
  const [, publicId, checksum] = shape.exec(text) ?? [];
  if (publicId === undefined || checksum !== checksumOf(text.slice(0, -checksumLength))) return null;
  return { publicId };
}
