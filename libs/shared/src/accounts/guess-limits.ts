import { createHash } from 'node:crypto';
import { rateLimited } from '@pas/platform/errors/raise';
import { PasswordFailureModel } from '../models/password-failure.ts';
import { networkName, type GuessWatch } from './password.ts';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** How many wrong passwords a window takes. */
export interface GuessQuota {
  perAccount: number;
  /** Of an IPv4 address, or of the /64 of an IPv6 address. */
  perAddress: number;
  windowSeconds: number;
}

/**
 * Ten tries are enough for a forgotten password. The limit of an address is higher, because a whole building may share
 * it.
 */
export const guessQuota: GuessQuota = { perAccount: 10, perAddress: 50, windowSeconds: 900 };

/** Whose password is guessed, and from where. */
interface Guess {
  emailKey: string;
  ip: string | null;
}

/** Keeps guessing slow, for each account and each address, over all replicas together. */
export interface GuessLimits {
  /** @throws rate_limited from the watch when there were too many wrong guesses; a driver's error when it can't tell */
  watch(guess: Guess): GuessWatch;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

function createLimiter(keyPrefix: string, points: number, duration: number): RateLimiterMongo {
  const { collection, db } = PasswordFailureModel;
  return new RateLimiterMongo({
    storeClient: db.getClient(),
    dbName: db.name,
    tableName: collection.name,
    disableIndexesCreation: true,
    keyPrefix,
    points,
    duration,
    // Further guesses are refused from memory, but only beyond the quota, because a right guess gives its point back.
    inMemoryBlockOnConsumed: points + 1,
  });
}

/** Counts a guess before it is known to be wrong: of many at once none slips through. */
async function count(limiter: RateLimiterMongo, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = refusal.msBeforeNext / 1000;
    throw rateLimited('Too many wrong passwords. Wait as long as Retry-After says.', seconds);
  }
}

/**
 * Prepares the limits, once the database is open. A right guess is removed from the count, so that frequent sign-ins
 * and buildings behind one address are not limited. If the store is unavailable, every guess is refused, because
 * guessing without a limit would be worse than a short outage.
 */
export function createGuessLimits({ perAccount, perAddress, windowSeconds }: GuessQuota): GuessLimits {
  const accounts = createLimiter('account', perAccount, windowSeconds);
  const addresses = createLimiter('client', perAddress, windowSeconds);
  return {
    watch({ emailKey, ip }) {
      const account = digest(emailKey);
      const address = networkName(ip);
      return {
        account,
        network: address,
        async beforeGuess() {
          await count(addresses, address);
          await count(accounts, account);
        },
        async uncount() {
          await Promise.all([accounts.reward(account), addresses.reward(address)]);
        },
      };
    },
  };
}
