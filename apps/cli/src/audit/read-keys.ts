import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PemList } from '@pas/platform/config/fields';
import { keyId } from '@pas/shared/principal/assertion';
import { NotCheckable } from './verify-export.ts';

type KeysById = ReadonlyMap<string, KeyObject>;

/** Reads the keys of a text: PEM blocks, a JWK, or a set of JWKs (RFC 7517). */
function parseKeys(text: string): KeyObject[] {
  const pems = PemList.safeParse(text);
  if (pems.success) return pems.data.map((pem) => createPublicKey(pem));
  const parsed = JSON.parse(text) as JsonWebKey & { keys?: JsonWebKey[] };
  return (parsed.keys ?? [parsed]).map((key) => createPublicKey({ key, format: 'jwk' }));
}

async function indexKeys(text: string): Promise<KeysById> {
  let keys: KeyObject[];
  try {
    keys = parseKeys(text);
  } catch {
    throw new NotCheckable('The key cannot be read. Expected Ed25519 public keys: PEM, a JWK or a JWK set.');
  }
  return new Map(await Promise.all(keys.map(async (key) => [await keyId(key), key] as const)));
}

/**
 * Reads the public keys that verify checkpoints: from a file, else from `AUDIT_CHECKPOINT_PUBLIC_KEYS`.
 *
 * @throws NotCheckable when there is none, or it cannot be read
 */
export async function readPublicKeys(file: string | undefined, value: string | undefined): Promise<KeysById> {
  const text = file === undefined ? value : await readFile(file, 'utf8');
  if (!text)
    throw new NotCheckable('No key. Name the published key with --key or AUDIT_CHECKPOINT_PUBLIC_KEYS.');
  return indexKeys(text);
}
