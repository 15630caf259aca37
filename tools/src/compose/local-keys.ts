import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { publicKeyOf, rawPublicKeyOf } from '../local-system/public-key.ts';

/** Both halves of an Ed25519 key, as PEM. */
interface KeyPair {
  privateKey: string;
  publicKey: string;
  /** 32 bytes in base64. */
  rawPublicKey: string;
}

/** What the secrets of one local system are made from. */
export interface LocalKeys {
  assertion: KeyPair;
  devCoreJwt: KeyPair;
  testCoreJwt: KeyPair;
  telephonyB: KeyPair;
  newSecret: () => string;
  newWebhookSecret: () => string;
}

function newKeyPair(): KeyPair {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const privateKey = key.export({ format: 'pem', type: 'pkcs8' }) as string;
  return { privateKey, publicKey: publicKeyOf(privateKey), rawPublicKey: rawPublicKeyOf(privateKey) };
}

/** Makes fresh keys. */
export function newLocalKeys(): LocalKeys {
  return {
    assertion: newKeyPair(),
    devCoreJwt: newKeyPair(),
    testCoreJwt: newKeyPair(),
    telephonyB: newKeyPair(),
    newSecret: () => randomBytes(32).toString('base64url'),
    newWebhookSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  };
}
