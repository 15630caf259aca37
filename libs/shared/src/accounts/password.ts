import { createHash } from 'node:crypto';
import { hash, verify, type Options } from '@node-rs/argon2';
import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { networkOf } from '@pas/platform/http/network-of';
import { unavailable } from '../errors/raise.ts';
import { z } from 'zod';

/** argon2id at 19 MiB, two passes, one lane: OWASP's first choice for interactive log-ins. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A new password of valid length. `refuseCommonPassword` has the other rule (NIST SP 800-63B, section 3.1.1.2).
 */
export const NewPassword = z
  .string()
  .min(10, 'Use at least 10 characters.')
  .max(128, 'Use at most 128 characters.')
  .meta({ format: 'password', example: 'correct horse battery' });

/** A password that a person proves. It may be older than the rules of new ones. */
export const CurrentPassword = z
  .string()
  .min(1)
  .max(1024)
  .meta({ format: 'password', example: 'correct horse battery' });

/** A hash without a password. Verifying against it takes as long for an unknown account as for a known one. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/**
 * Hashing is memory-hard by design: more than two at once would starve the process. A request waits for less than the
 * gateway's time-out of 30 s.
 */
const hashing = createSemaphore({
  permits: 2,
  maxWaitMs: 25_000,
  refusal: () => unavailable('Too many passwords are being checked. Try again.', 'overloaded'),
});

/** Returns the network of an address, as in all limits. */
export const networkName = (ip: string | null): string => (ip === null ? 'unknown' : networkOf(ip));

/** Networks take turns, so that the log-ins of one do not keep the others waiting. */
async function inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
  const permit = await hashing.acquire(network);
  try {
    return await work();
  } finally {
    hashing.release(permit);
  }
}

/**
 * Hashes a password into PHC form (argon2id, RFC 9106).
 *
 * @param ip the address of the person; networks take turns
 */
export async function hashPassword(password: string, ip: string | null = null): Promise<string> {
  return inTurn(networkName(ip), () => hash(password.normalize('NFKC'), parameters));
}

/** Counts guesses at a password. */
export interface GuessWatch {
  /** The account of the password. */
  account: string;
  /** The network of the guess. */
  network: string;
  /** Called when a guess has its turn. A thrown error refuses the guess. */
  beforeGuess(): Promise<void>;
  /** Removes a right guess from the count. */
  uncount(): Promise<void>;
}

/** A password that is being compared with a hash. */
interface Comparison {
  password: string;
  passwordHash: string | null;
  watch: GuessWatch;
}

/** The comparisons that wait or run, by account, hash and password. */
const running = new Map<string, Promise<boolean>>();

/** Names a comparison, so that no password stays in memory longer than its request. */
const nameOf = ({ password, passwordHash, watch }: Comparison): string =>
  createHash('sha256')
    .update(JSON.stringify([watch.account, passwordHash, password]))
    .digest('base64');

/** Compares in turn. The count of a network never contains more running guesses than have a turn. */
async function compare({ password, passwordHash, watch }: Comparison): Promise<boolean> {
  return inTurn(watch.network, async () => {
    await watch.beforeGuess();
    const isRight = (await verify(passwordHash ?? nobody, password)) && passwordHash !== null;
    if (isRight) await watch.uncount();
    return isRight;
  });
}

/**
 * Takes the outcome of an equal comparison that is running. A wrong guess is counted like the other one. A right
 * guess is not counted: counting many at once would reach the limit before they are removed again.
 */
async function joinEqual(equal: Promise<boolean>, comparison: Comparison): Promise<boolean> {
  const outcome = await equal.catch(() => null);
  // The other guess was refused. This one may come from another network.
  if (outcome === null) return compareOnce(comparison);
  if (!outcome) await comparison.watch.beforeGuess();
  return outcome;
}

async function compareOnce(comparison: Comparison): Promise<boolean> {
  const name = nameOf(comparison);
  const equal = running.get(name);
  if (equal) return joinEqual(equal, comparison);
  const own = compare(comparison);
  running.set(name, own);
  try {
    return await own;
  } finally {
    running.delete(name);
  }
}

/**
 * Whether a password matches a hash. A missing hash takes the same time. Concurrent equal guesses at one account
 * share one comparison: a hundred phones of one account cost one hash.
 *
 * The watch counts a guess at its turn, before its outcome. So a burst of guesses cannot pass before the first wrong
 * one is known.
 *
 * @throws unavailable after a wait of 25 s; errors of the watch
 */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  watch: GuessWatch,
): Promise<boolean> {
  return compareOnce({ password: password.normalize('NFKC'), passwordHash, watch });
}
