import type { Remaining } from './leased-bucket.ts';

/** Whose requests count together, and how many a window takes. */
export interface RateLimit {
  /** The lineage of a key: a key and its successor share it. */
  bucketId: string;
  limit: number;
  windowSeconds: number;
}

/** What became of a request, and what is left. */
export interface Quota extends Remaining {
  isAdmitted: boolean;
}
