import { createHash, createHmac, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/**
 * How often MongoDB hashes a new password. It slows down those who guess, and a password of 256 random bits cannot be
 * guessed, so the least that MongoDB takes will do: making a user costs 7 ms instead of 19.
 */
export const passwordIterations = 5000;

/** What MongoDB keeps of a password (`usersInfo` with `showCredentials`). */
export interface ScramCredential {
  iterationCount: number;
  /** Base64. */
  salt: string;
  /** Base64. */
  storedKey: string;
}

/** Whether a credential was made of a password: RFC 5802, section 3, with SHA-256 (RFC 7677). */
export async function isPasswordOf(
  { iterationCount, salt, storedKey }: ScramCredential,
  password: string,
): Promise<boolean> {
  const salted = await derive(password, Buffer.from(salt, 'base64'), iterationCount, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  return createHash('sha256').update(clientKey).digest('base64') === storedKey;
}
