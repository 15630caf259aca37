import { randomUUIDv7 } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { LeasedBucket } from './leased-bucket.ts';
import type { LocalBucket } from './local-bucket.ts';
import type { Quota, RateLimit } from './quota.ts';

/** The most buckets in memory. */
const maxBuckets = 50_000;

/** The bucket of one lineage and limit in this gateway. */
export interface Entry {
  readonly name: string;
  readonly bucketId: string;
  readonly bucket: LeasedBucket;
  /** The requests that wait, in order. */
  readonly waiting: ((quota: Quota) => void)[];
  /** Decides while the database does not answer; null while it answers. */
  alone: LocalBucket | null;
  idle: NodeJS.Timeout | undefined;
  /** Whether the cache dropped it for buckets that were used later. */
  isDropped: boolean;
}

/** The buckets that this gateway knows. */
export interface Entries {
  of(rateLimit: RateLimit): Entry;
  /** Marks a bucket as used. */
  touch(entry: Entry): void;
  all(): Iterable<Entry>;
}

const makeEntry = (name: string, { bucketId, limit, windowSeconds }: RateLimit): Entry => ({
  name,
  // Each window length has a bucket of its own, because its slots have another length.
  bucketId: `${bucketId}:${windowSeconds}`,
  bucket: new LeasedBucket({ limit, windowMs: windowSeconds * 1000 }, randomUUIDv7()),
  waiting: [],
  alone: null,
  idle: undefined,
  isDropped: false,
});

/** Creates the cache of the most recently used buckets. */
export function createEntries(): Entries {
  const byName = new LRUCache<string, Entry>({
    max: maxBuckets,
    dispose: (entry) => void (entry.isDropped = true),
  });
  // All requests of a cached key share one limit object, so this look-up is cheaper than the one by name.
  const byLimit = new WeakMap<RateLimit, Entry>();
  const find = (rateLimit: RateLimit): Entry => {
    const name = `${rateLimit.bucketId}:${rateLimit.windowSeconds}:${rateLimit.limit}`;
    const known = byName.get(name);
    if (known) return known;
    const entry = makeEntry(name, rateLimit);
    byName.set(name, entry);
    return entry;
  };
  return {
    of(rateLimit) {
      const known = byLimit.get(rateLimit);
      if (known && !known.isDropped) return known;
      const entry = find(rateLimit);
      byLimit.set(rateLimit, entry);
      return entry;
    },
    touch: ({ name }) => void byName.get(name),
    all: () => byName.values(),
  };
}
