import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { publicKeyOf } from '../local-system/public-key.ts';

/** Both halves of an Ed25519 key, as PEM. */
interface KeyPair {
  privateKey: string;
  publicKey: string;
}

/** What the secrets of one local system are made from. */
export interface LocalKeys {
  assertion: KeyPair;
  devCoreJwt: KeyPair;
  testCoreJwt: KeyPair;
  auditCheckpoint: KeyPair;
  newSecret: () => string;
}

function newKeyPair(): KeyPair {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const privateKey = key.export({ format: 'pem', type: 'pkcs8' }) as string;
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** Makes fresh keys. */
export function newLocalKeys(): LocalKeys {
  return {
    assertion: newKeyPair(),
    devCoreJwt: newKeyPair(),
    testCoreJwt: newKeyPair(),
    auditCheckpoint: newKeyPair(),
    newSecret: () => randomBytes(32).toString('base64url'),
  };
}
