import { rateLimited } from '@pas/platform/errors/raise';
import { networkOf } from '@pas/platform/http/network-of';
import { createAttemptLimiter, digestOf, isRefusal } from './attempt-limiter.ts';

/** How many messages a person may have sent to them within a window. */
export interface RequestQuota {
  /** What the limit is for; it names the counts. */
  name: 'reset' | 'code';
  /** Messages to one account or phone. */
  perTarget: number;
  /** Requests of an IPv4 address, or of the /64 of an IPv6 address. */
  perAddress: number;
  windowSeconds: number;
}

/** An hour's mails for a forgotten password. A whole building may share one address. */
export const resetQuota: RequestQuota = { name: 'reset', perTarget: 3, perAddress: 50, windowSeconds: 3600 };

/** Keeps people from having messages sent to others, over all replicas together. */
export interface RequestLimits {
  /** @throws rate_limited after too many requests from the address */
  countAddress(ip: string | null): Promise<void>;
  /** Counts a message to a target, and answers whether it may still be sent. */
  isWithin(target: string): Promise<boolean>;
}

/** Prepares the limits, once the database is open. If the store is unavailable, nothing is sent. */
export function createRequestLimits({
  name,
  perTarget,
  perAddress,
  windowSeconds,
}: RequestQuota): RequestLimits {
  const targets = createAttemptLimiter(`${name}-target`, perTarget, windowSeconds);
  const addresses = createAttemptLimiter(`${name}-client`, perAddress, windowSeconds);
  return {
    async countAddress(ip) {
      try {
        await addresses.consume(ip === null ? 'unknown' : networkOf(ip));
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal;
        throw rateLimited(
          'Too many requests. Wait as long as Retry-After says.',
          refusal.msBeforeNext / 1000,
        );
      }
    },
    async isWithin(target) {
      try {
        await targets.consume(digestOf(target));
        return true;
      } catch (refusal) {
        if (isRefusal(refusal)) return false;
        throw refusal;
      }
    },
  };
}
