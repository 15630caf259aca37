import { rateLimited } from '@pas/platform/errors/raise';
import { createAttemptLimiter, digestOf, isRefusal } from './attempt-limiter.ts';
import type { AccountRow } from '../models/account.ts';
import { findKnownSource, type SignInSource } from './known-sources.ts';
import { networkName, type GuessWatch } from './password.ts';
import type { RateLimiterMongo } from 'rate-limiter-flexible';

/** Limits of wrong passwords within a window. */
export interface GuessQuota {
  perAccount: number;
  /** Limit of an IPv4 address, or of the /64 of an IPv6 address. */
  perAddress: number;
  windowSeconds: number;
}

/**
 * Ten tries are enough for a forgotten password. The limit of an address is higher, because a whole building may share
 * it.
 */
export const guessQuota: GuessQuota = { perAccount: 10, perAddress: 50, windowSeconds: 900 };

/** A guess at a password: the account and the source. */
interface Guess {
  emailKey: string;
  /** Null for an unknown account. */
  account: AccountRow | null;
  source: SignInSource;
  now: Date;
}

/** Limits guesses for each account and each address, across all replicas. */
export interface GuessLimits {
  /** @throws rate_limited from the watch after too many wrong guesses; the driver's error when the store fails */
  watch(guess: Guess): GuessWatch;
}

/** Counts a guess before its comparison, so that concurrent guesses stay within the limit. */
async function count(limiter: RateLimiterMongo, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    const seconds = refusal.msBeforeNext / 1000;
    throw rateLimited('Too many wrong passwords. Wait as long as Retry-After says.', seconds);
  }
}

/**
 * Prepares the limits, once the database is open. A right guess is removed from the count, so that frequent sign-ins
 * and buildings behind one address are not limited. Browsers and networks that signed in to the account within 30
 * days have separate counts. So guesses of others do not lock them out. The network's count is kept beside that of
 * the whole address. While the store is unavailable, every guess is refused. Unlimited guesses would be worse than a
 * short outage.
 */
export function createGuessLimits({ perAccount, perAddress, windowSeconds }: GuessQuota): GuessLimits {
  const accounts = createAttemptLimiter('account', perAccount, windowSeconds);
  const addresses = createAttemptLimiter('client', perAddress, windowSeconds);
  return {
    watch({ emailKey, account, source, now }) {
      const version = account?.passwordVersion ?? null;
      // A new password starts with no wrong guesses.
      const target = version === null ? emailKey : `${emailKey}|${version}`;
      const known = account && findKnownSource({ account, source, now });
      const guesses = digestOf(known ? `${target}|${known.mark}` : target);
      const address = networkName(source.ip);
      const countsAddress = known?.kind !== 'device';
      return {
        account: digestOf(target),
        network: address,
        async beforeGuess() {
          if (countsAddress) await count(addresses, address);
          await count(accounts, guesses);
        },
        async uncount() {
          await accounts.reward(guesses);
          if (countsAddress) await addresses.reward(address);
        },
      };
    },
  };
}
