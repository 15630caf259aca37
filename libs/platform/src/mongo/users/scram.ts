import { createHash, createHmac, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/**
 * Hash iterations of a new password on a local mongod. Iterations slow down guessing, which is impossible for 32 random
 * characters. MongoDB's minimum suffices, so creating a user takes 7 ms instead of 19.
 */
export const passwordIterations = 5000;

/** Credential that MongoDB stores for a password (`usersInfo` with `showCredentials`). */
export interface ScramCredential {
  iterationCount: number;
  /** Base64. */
  salt: string;
  /** Base64. */
  storedKey: string;
}

/** Whether a credential matches a password: RFC 5802, section 3, with SHA-256 (RFC 7677). */
export async function isPasswordOf(
  { iterationCount, salt, storedKey }: ScramCredential,
  password: string,
): Promise<boolean> {
  const salted = await derive(password, Buffer.from(salt, 'base64'), iterationCount, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  return createHash('sha256').update(clientKey).digest('base64') === storedKey;
}
