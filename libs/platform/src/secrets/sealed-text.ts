import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption of stored texts, so that the database alone does not reveal them. */
export interface SealedTexts {
  /** Encrypts a text with the newest secret. The result differs each time. */
  seal(text: string): string;
  /** @returns null for a text that none of the configured secrets decrypts */
  open(sealed: string): string | null;
}

const ivBytes = 12;
const tagBytes = 16;

/** Derives the key of a secret, and the name that identifies the secret in a stored text. */
function keyOf(purpose: string, secret: string) {
  const version = createHash('sha256').update(`${purpose}|${secret}`).digest('hex').slice(0, 8);
  return { version, key: Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)) };
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

/**
 * Prepares the encryption: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce, keys by HKDF-SHA-256 (RFC 5869).
 *
 * @param purpose the purpose of the texts; texts of another purpose cannot be decrypted
 * @param secrets newest first: the first encrypts, all decrypt
 */
export function createSealedTexts(purpose: string, secrets: readonly string[]): SealedTexts {
  const keys = secrets.map((secret) => keyOf(purpose, secret));
  const [newest] = keys;
  if (!newest) throw new Error(`${purpose}: the encryption needs at least one secret.`);
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv, { authTagLength: tagBytes });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${newest.version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [version, text = ''] = sealed.split('.');
      const key = keys.find((known) => known.version === version)?.key;
      return key ? decrypt(key, text) : null;
    },
  };
}
