import { rateLimited } from '@pas/platform/errors/raise';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const maxFailures = 20;
const windowSeconds = 600;

/** Counts credentials that were wrong, by the address they came from. */
export interface FailedCredentials {
  /** @throws rate_limited for an address that has sent too many */
  requireOpen(address: string): Promise<void>;
  count(address: string): Promise<void>;
}

/** Counts nothing: for paths where a credential is optional, and for kinds of caller whose failures are not limited. */
export const uncounted: FailedCredentials = {
  requireOpen: () => Promise.resolve(),
  count: () => Promise.resolve(),
};

/**
 * Counts a wrong credential against its address and refuses it.
 *
 * @throws the fault; rate_limited instead for an address that has sent too many
 */
export async function refuseCounted(
  failures: FailedCredentials,
  address: string,
  fault: Error,
): Promise<never> {
  await failures.requireOpen(address);
  await failures.count(address);
  throw fault;
}

/**
 * The network that is counted as one address: an IPv6 host has a /64 to itself and can call from each address of it
 * (RFC 6177), so counting single ones would limit nothing.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':');
  if (tail === undefined) return left.slice(0, 4).join(':');
  const right = tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':');
}

/** Limits wrong credentials to 20 in ten minutes for each address, so that nobody can guess their way through look-ups. */
export function limitFailedCredentials(): FailedCredentials {
  const limiter = new RateLimiterMemory({ points: maxFailures, duration: windowSeconds });
  return {
    async requireOpen(address) {
      const spent = await limiter.get(networkOf(address));
      if (spent === null || spent.consumedPoints < maxFailures) return;
      throw rateLimited(
        'Too many wrong credentials came from this address. Check the credential, then wait.',
        spent.msBeforeNext / 1000,
      );
    },
    async count(address) {
      await limiter.penalty(networkOf(address));
    },
  };
}
