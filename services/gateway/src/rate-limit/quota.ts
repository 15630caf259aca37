import type { RemainingTokens } from './leased-bucket.ts';

/** A rate limit, and the bucket whose requests count together. */
export interface RateLimit {
  /** The lineage of a key: a key and its successor share it. */
  bucketId: string;
  limit: number;
  windowSeconds: number;
}

/** The decision about a request, and the remaining tokens. */
export interface Quota extends RemainingTokens {
  isAdmitted: boolean;
}
