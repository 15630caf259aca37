import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { z } from 'zod';

/** Algorithm of all tokens, which every OpenID provider must support (OpenID Connect Core, section 15.1). */
export const signingAlgorithm = 'RS256';

/** The provider's private key, as a key object and a JWK. */
export interface SigningKey {
  /** Private JWK with `kid`, `alg` and `use`. The provider publishes its public part. */
  readonly jwk: JWK & { kid: string };
  readonly key: CryptoKey;
}

const StoredKey = z.looseObject({ kty: z.literal('RSA'), kid: z.string(), d: z.string() });

/**
 * Reads the signing key from `dataDir`, or creates one at the first start. Tokens and cached key sets stay valid after
 * restarts.
 *
 * @throws Error when the stored key is not a private key
 */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const file = join(dataDir, 'identity-key.json');
  const stored = await readFile(file, 'utf8').catch(missingFile);
  const jwk = stored === undefined ? await createKey(dataDir, file) : parseKey(stored, file);
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new Error(`${file} has no private key.`);
  return { jwk, key };
}

function missingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function parseKey(text: string, file: string): SigningKey['jwk'] {
  try {
    return StoredKey.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} has no private key: remove the file to create a new one.`);
  }
}

async function createKey(dataDir: string, file: string): Promise<SigningKey['jwk']> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const stored = { ...jwk, kid, alg: signingAlgorithm, use: 'sig' };
  await mkdir(dataDir, { recursive: true });
  // Writes a second file and renames it, so that a killed process leaves no partial key.
  await writeFile(`${file}.new`, JSON.stringify(stored), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return stored;
}
