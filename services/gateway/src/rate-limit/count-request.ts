import type { Fault } from '@pas/platform/errors/fault';
import { rateLimited } from '@pas/platform/errors/raise';
import type { Response } from 'express';
import type { Caller } from '../auth/caller.ts';
import type { RateLimiter } from './limit-rates.ts';
import type { Quota, RateLimit } from './quota.ts';
import { secondsUntilNext, writeRateLimitFields } from './rate-limit-fields.ts';

function applyQuota(response: Response, limit: RateLimit, quota: Quota): Fault | null {
  writeRateLimitFields(response, limit, quota);
  if (quota.isAdmitted) return null;
  return rateLimited(
    'This API key has used up its rate limit. Wait as long as Retry-After says.',
    secondsUntilNext(quota, limit),
  );
}

/**
 * Counts the request of an authenticated caller, and writes the remaining tokens into the answer.
 *
 * @returns the 429 if no token was left; null for an admitted request and for callers without a limit
 */
export function countRequest(
  limiter: RateLimiter,
  { rateLimit }: Caller,
  response: Response,
): Fault | null | Promise<Fault | null> {
  if (rateLimit === null) return null;
  const quota = limiter.take(rateLimit);
  if (!(quota instanceof Promise)) return applyQuota(response, rateLimit, quota);
  return quota.then((counted) => applyQuota(response, rateLimit, counted));
}
