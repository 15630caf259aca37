import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { publicKeyOf, rawPublicKeyOf } from './local-system/public-key.ts';

/** Returns a PEM text on one line, which the configuration accepts too. */
const onOneLine = (pem: string): string => `'${pem.trimEnd().replaceAll('\n', String.raw`\n`)}'`;

/**
 * Fills in each variable of an env file that has no value. `…_PRIVATE_KEY` gets an Ed25519 key, and `…_PUBLIC_KEYS` its
 * public key. Other names get 32 random bytes. The secrets of telephony-b and the identity provider have their own
 * formats.
 */
export function fillSecrets(text: string): string {
  const privateKeys = new Map<string, string>();
  const privateKeyFor = (pair: string): string => {
    const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const key = privateKeys.get(pair) ?? made;
    privateKeys.set(pair, key);
    return key;
  };
  const valueOf = (name: string): string => {
    const [, pair = '', half] = /^(.+)_(PRIVATE_KEY|PUBLIC_KEYS)$/.exec(name) ?? [];
    if (name === 'TELEPHONY_B_PUBLIC_KEYS') return rawPublicKeyOf(privateKeyFor(pair));
    if (name === 'IDENTITY_WEBHOOK_SECRETS') return `whsec_${randomBytes(32).toString('base64')}`;
    if (half === 'PRIVATE_KEY') return onOneLine(privateKeyFor(pair));
    if (half === 'PUBLIC_KEYS') return onOneLine(publicKeyOf(privateKeyFor(pair)));
    return randomBytes(32).toString('base64url');
  };
  return text.replaceAll(/^(\w+)=$/gm, (_line, name: string) => `${name}=${valueOf(name)}`);
}
