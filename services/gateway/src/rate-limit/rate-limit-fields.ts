import type { Response } from 'express';
import type { Quota, RateLimit } from './quota.ts';

/** The header fields of rate limits (IETF draft-ietf-httpapi-ratelimit-headers-10). Only the gateway sets them. */
export const rateLimitFields: ReadonlySet<string> = new Set(['ratelimit', 'ratelimit-policy']);

/** Returns the seconds until there is one more token, from one second to a whole window. */
export function secondsUntilNext({ nextInMs }: Quota, { windowSeconds }: RateLimit): number {
  return Math.min(Math.max(Math.ceil(nextInMs / 1000), 1), windowSeconds);
}

/** Writes `RateLimit-Policy` (requests in a window of seconds) and `RateLimit` (tokens left, seconds to the next). */
export function writeRateLimitFields(response: Response, limit: RateLimit, quota: Quota): void {
  const remaining = quota.isAdmitted ? Math.max(Math.floor(quota.tokens), 0) : 0;
  response.setHeader('RateLimit-Policy', `"key";q=${limit.limit};w=${limit.windowSeconds}`);
  response.setHeader('RateLimit', `"key";r=${remaining};t=${secondsUntilNext(quota, limit)}`);
}
