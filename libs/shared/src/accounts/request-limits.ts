import { Fault } from '@pas/platform/errors/fault';
import { rateLimited } from '@pas/platform/errors/raise';
import { networkOf } from '@pas/platform/http/network-of';
import type { RateLimiterMongo } from 'rate-limiter-flexible';
import { createAttemptLimiter, digestOf, isRefusal } from './attempt-limiter.ts';

/** Limits of the messages that people request within a window. */
export interface RequestQuota {
  /** Purpose of the limit. It names the counts. */
  name: 'reset' | 'code' | 'passkey' | 'push-test';
  /** Messages to one account or phone. */
  perTarget: number;
  /** Requests of an IPv4 address, or of the /64 of an IPv6 address. */
  perAddress: number;
  windowSeconds: number;
}

/** An hour's mails for a forgotten password. A whole building may share one address. */
export const resetQuota: RequestQuota = { name: 'reset', perTarget: 3, perAddress: 50, windowSeconds: 3600 };

/** An hour's codes to one person, and to one phone. */
export const codeQuota: RequestQuota = { name: 'code', perTarget: 5, perAddress: 50, windowSeconds: 3600 };

/**
 * Preparations of new passkeys by one person, and all steps of sign-ins from one address. Each visit of the sign-in page
 * is a step.
 */
export const passkeyQuota: RequestQuota = {
  name: 'passkey',
  perTarget: 20,
  perAddress: 1000,
  windowSeconds: 900,
};

/** Limits the messages that callers request for others, across all replicas. */
export interface RequestLimits {
  /** Counts a request of an address. @throws rate_limited after too many requests */
  countAddress(ip: string | null): Promise<void>;
  /** Counts a message to a target, and returns whether it may be sent. */
  tryCountTarget(target: string): Promise<boolean>;
  /** Counts a message to a target. @throws rate_limited after too many messages to it */
  countTarget(target: string): Promise<void>;
}

/** @throws rate_limited after too many requests */
async function consume(limiter: RateLimiterMongo, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    throw rateLimited('Too many requests. Wait as long as Retry-After says.', refusal.msBeforeNext / 1000);
  }
}

/**
 * Prepares a limit of the requests of one network, once the database is open.
 *
 * @param name names the counts
 */
export function createAddressLimit(
  name: string,
  { perAddress, windowSeconds }: Pick<RequestQuota, 'perAddress' | 'windowSeconds'>,
): RequestLimits['countAddress'] {
  const addresses = createAttemptLimiter(`${name}-client`, perAddress, windowSeconds);
  return (ip) => consume(addresses, ip === null ? 'unknown' : networkOf(ip));
}

/** Prepares the limits, once the database is open. If the store is unavailable, nothing is sent. */
export function createRequestLimits({
  name,
  perTarget,
  perAddress,
  windowSeconds,
}: RequestQuota): RequestLimits {
  const targets = createAttemptLimiter(`${name}-target`, perTarget, windowSeconds);
  const countTarget: RequestLimits['countTarget'] = (target) => consume(targets, digestOf(target));
  return {
    countAddress: createAddressLimit(name, { perAddress, windowSeconds }),
    countTarget,
    async tryCountTarget(target) {
      try {
        await countTarget(target);
        return true;
      } catch (error) {
        if (error instanceof Fault) return false;
        throw error;
      }
    },
  };
}
