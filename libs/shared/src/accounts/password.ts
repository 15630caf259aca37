import { hash, verify, type Options } from '@node-rs/argon2';
import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { unavailable } from '../errors/raise.ts';
import { z } from 'zod';

/** argon2id at 19 MiB, two passes, one lane: OWASP's first choice for interactive log-ins. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A new password. Length is the only rule (NIST SP 800-63B, section 3.1.1.2). */
export const NewPassword = z
  .string()
  .min(10, 'Use at least 10 characters.')
  .max(128, 'Use at most 128 characters.')
  .meta({ format: 'password', example: 'correct horse battery' });

/** A hash without a password. Verifying against it takes as long for an unknown account as for a known one. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/**
 * Hashing is memory-hard by design: more than two at once would starve the process. The wait ends before the
 * gateway's time-out of 30 s.
 */
const hashing = createSemaphore({
  permits: 2,
  maxWaitMs: 25_000,
  refusal: () => unavailable('Too many passwords are being checked. Try again.', 'overloaded'),
});

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const permit = await hashing.acquire('password');
  try {
    return await work();
  } finally {
    hashing.release(permit);
  }
}

/** Hashes a password into PHC form (argon2id, RFC 9106). */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), parameters));
}

/** Keeps count of guesses at a password. */
export interface GuessWatch {
  /** Called when a guess has its turn; what it throws refuses the guess. */
  beforeGuess(): Promise<void>;
  /** Removes a right guess from the count. */
  uncount(): Promise<void>;
}

/**
 * Whether a password is the one that was hashed; takes the same time when there is no hash.
 *
 * The watch counts when the guess has its turn and before the hash is computed, so that a burst of guesses cannot pass
 * before the first wrong one is known.
 */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  watch?: GuessWatch,
): Promise<boolean> {
  return inTurn(async () => {
    await watch?.beforeGuess();
    const matches = await verify(passwordHash ?? nobody, password.normalize('NFKC'));
    const isRight = matches && passwordHash !== null;
    if (isRight) await watch?.uncount();
    return isRight;
  });
}
