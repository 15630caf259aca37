import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the push tokens of devices, so that the database alone cannot push. */
export interface PushTokens {
  /** Encrypts a token with the newest secret. The same token has another text each time. */
  seal(token: string): string;
  /** @returns null for a text that none of the configured secrets opens */
  open(sealed: string): string | null;
}

const ivBytes = 12;
const tagBytes = 16;

/** The key of a secret, and the name that shows which secret a stored text needs. */
function keyOf(secret: string) {
  const version = createHash('sha256').update(`push-tokens|${secret}`).digest('hex').slice(0, 8);
  return { version, key: Buffer.from(hkdfSync('sha256', secret, '', 'push-tokens', 32)) };
}

function decrypt(key: Buffer, text: string): string | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= ivBytes + tagBytes) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    return plain.toString('utf8');
  } catch {
    return null;
  }
}

/** The stored form by which a token is found: its SHA-256, hex. Tokens are too random to be guessed from it. */
export const hashPushToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Prepares the encryption: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce, keys by HKDF-SHA-256 (RFC 5869).
 *
 * @param secrets newest first: the first encrypts, all decrypt
 */
export function createPushTokens(secrets: readonly string[]): PushTokens {
  const keys = secrets.map(keyOf);
  const [newest] = keys;
  if (!newest) throw new Error('Push tokens need at least one secret.');
  return {
    seal(token) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv, { authTagLength: tagBytes });
      const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return `${newest.version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [version, text = ''] = sealed.split('.');
      const key = keys.find((known) => known.version === version)?.key;
      return key ? decrypt(key, text) : null;
    },
  };
}
