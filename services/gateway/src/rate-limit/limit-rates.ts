import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as setDelay } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';
import { leaseCalls, limitedRequests, unleasedMode } from '@pas/platform/metrics/rate-limit-metrics';
import { LRUCache } from 'lru-cache';
import type { LeaseCall } from './bucket.ts';
import type { BucketStore } from './bucket-store.ts';
import { LeasedBucket, type Remaining } from './leased-bucket.ts';
import type { LiveGateways } from './live-gateways.ts';
import { LocalBucket } from './local-bucket.ts';

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

/** Limits requests together with all other gateways. */
export interface RateLimiter {
  /** Counts a request. It answers at once where this gateway has a token, and where it knows that there is none. */
  take(limit: RateLimit): Quota | Promise<Quota>;
  /** Gives all leases back. */
  stop(): Promise<void>;
}

export interface RateLimiterParts {
  store: BucketStore;
  gateways: LiveGateways;
  log: Logger;
  /** A request waits for the store at most this long, in milliseconds. */
  patienceMs?: number;
}

/** Keys with a limit that are known at once. */
const maxBuckets = 50_000;

/** After a failed call, this gateway decides alone for so many milliseconds, then the store is asked again. */
const retryMs = 1000;

/** So many leases go back at once when the gateway stops. */
const maxGivenBack = 20;

/** How long the leases may take to go back when the gateway stops, in milliseconds. */
const stopMs = 2000;

// Bound once: to find a series by its labels costs more than the rest of a decision.
const decisions = {
  lease: [
    limitedRequests.labels({ decision: 'refused', by: 'lease' }),
    limitedRequests.labels({ decision: 'admitted', by: 'lease' }),
  ],
  share: [
    limitedRequests.labels({ decision: 'refused', by: 'share' }),
    limitedRequests.labels({ decision: 'admitted', by: 'share' }),
  ],
} as const;

/** The bucket of one lineage and limit in this gateway. */
interface Entry {
  bucketId: string;
  bucket: LeasedBucket;
  /** The requests that wait, in order. */
  waiting: ((quota: Quota) => void)[];
  /** Decides while the store does not answer; null while it does. */
  alone: LocalBucket | null;
  idle: NodeJS.Timeout | undefined;
}

/** Logs once that the store does not answer, and once that it answers again. */
function watchStore(log: Logger) {
  let isAway = false;
  return {
    failed(err: unknown): void {
      if (isAway) return;
      isAway = true;
      unleasedMode.set(1);
      log.warn({ err }, 'the store of rate limits does not answer; this gateway limits its share alone');
    },
    answered(): void {
      if (!isAway) return;
      isAway = false;
      unleasedMode.set(0);
      log.info('the store of rate limits answers again');
    },
  };
}

/** The buckets of this gateway, with the clock, the calls that are under way and the requests that wait for them. */
class LeasingLimiter implements RateLimiter {
  readonly #parts: Required<RateLimiterParts>;
  readonly #entries = new LRUCache<string, Entry>({ max: maxBuckets });
  readonly #storeWatch: ReturnType<typeof watchStore>;
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(parts: Required<RateLimiterParts>) {
    this.#parts = parts;
    this.#storeWatch = watchStore(parts.log);
  }

  take(limit: RateLimit): Quota | Promise<Quota> {
    this.#parts.gateways.need();
    const entry = this.#entryOf(limit);
    const nowMs = performance.now();
    const verdict = entry.bucket.take(nowMs);
    if (verdict === 'unleased') return this.#decideAlone(entry);
    const quota = verdict === 'waiting' ? this.#wait(entry) : this.#quota(entry, verdict === 'admitted');
    if (entry.bucket.wantsCall(nowMs)) this.#call(entry);
    return quota;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.race([this.#giveAllBack(), setDelay(stopMs, undefined, { ref: false })]);
  }

  #entryOf({ bucketId, limit, windowSeconds }: RateLimit): Entry {
    const name = `${bucketId}:${windowSeconds}:${limit}`;
    const known = this.#entries.get(name);
    if (known) return known;
    const entry: Entry = {
      // Another length of the window begins another bucket, because its slots have another length too.
      bucketId: `${bucketId}:${windowSeconds}`,
      bucket: new LeasedBucket({ limit, windowMs: windowSeconds * 1000 }, randomUUIDv7()),
      waiting: [],
      alone: null,
      idle: undefined,
    };
    this.#entries.set(name, entry);
    return entry;
  }

  #quota({ bucket }: Entry, isAdmitted: boolean): Quota {
    decisions.lease[isAdmitted ? 1 : 0].inc();
    return { isAdmitted, ...bucket.remaining(performance.now()) };
  }

  async #wait(entry: Entry): Promise<Quota> {
    return new Promise((resolve) => entry.waiting.push(resolve));
  }

  /** Limits to this gateway's share: no request is refused because the store is away. */
  #decideAlone(entry: Entry): Quota {
    const nowMs = performance.now();
    const gateways = this.#parts.gateways.count();
    const { limit, windowMs } = entry.bucket.rate;
    const share = { limit: limit / gateways, windowMs };
    entry.alone ??= new LocalBucket(share, entry.bucket.remaining(nowMs).tokens / gateways, nowMs);
    const isAdmitted = entry.alone.take(nowMs);
    if (isAdmitted) entry.bucket.noteUnleased();
    decisions.share[isAdmitted ? 1 : 0].inc();
    if (entry.bucket.wantsCall(nowMs)) this.#call(entry);
    return { isAdmitted, ...entry.alone.remaining() };
  }

  #call(entry: Entry): void {
    this.#run(entry, entry.bucket.call(performance.now(), this.#parts.gateways.count()));
  }

  #run(entry: Entry, call: LeaseCall): void {
    const running = this.#converse(entry, call).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Books a call, and further ones as long as requests wait. */
  async #converse(entry: Entry, first: LeaseCall): Promise<void> {
    await this.#book(entry, first);
    while (!this.#isStopped && entry.bucket.wantsCall(performance.now())) {
      await this.#book(entry, entry.bucket.call(performance.now(), this.#parts.gateways.count()));
    }
    this.#watchIdle(entry);
  }

  async #book(entry: Entry, call: LeaseCall): Promise<void> {
    const { store, patienceMs } = this.#parts;
    const { bucket } = entry;
    const impatience = setTimeout(() => {
      this.#storeWatch.failed(new Error(`no answer in ${patienceMs} ms`));
      bucket.giveUpWaiting();
      this.#decideWaiting(entry);
    }, patienceMs);
    try {
      const booking = await store.book(entry.bucketId, call);
      leaseCalls.inc({ outcome: 'answered' });
      this.#storeWatch.answered();
      entry.alone = null;
      const { admitted, refused } = bucket.receive(booking, performance.now());
      const served = entry.waiting.splice(0, admitted + refused);
      served.forEach((resolve, at) => resolve(this.#quota(entry, at < admitted)));
    } catch (error) {
      leaseCalls.inc({ outcome: 'failed' });
      this.#storeWatch.failed(error);
      bucket.fail(performance.now(), retryMs);
      bucket.releaseWaiting();
      this.#decideWaiting(entry);
    } finally {
      clearTimeout(impatience);
    }
  }

  #decideWaiting(entry: Entry): void {
    for (const resolve of entry.waiting.splice(0)) resolve(this.#decideAlone(entry));
  }

  /** Gives tokens back that nobody has used for a while. */
  #watchIdle(entry: Entry): void {
    const idleInMs = entry.bucket.idleInMs(performance.now());
    if (idleInMs === null || entry.idle !== undefined || this.#isStopped) return;
    entry.idle = setTimeout(() => {
      entry.idle = undefined;
      const nowMs = performance.now();
      if (entry.bucket.idleInMs(nowMs) !== 0) return this.#watchIdle(entry);
      return this.#run(entry, entry.bucket.giveBack(nowMs, this.#parts.gateways.count()));
    }, idleInMs).unref();
  }

  async #giveAllBack(): Promise<void> {
    await Promise.all(this.#running);
    const nowMs = performance.now();
    const holding = [...this.#entries.values()].filter(({ bucket }) => bucket.idleInMs(nowMs) !== null);
    while (holding.length > 0) {
      const some = holding.splice(0, maxGivenBack);
      const calls = some.map((entry) => [entry, entry.bucket.giveBack(performance.now(), 1)] as const);
      await Promise.all(calls.map(async ([entry, call]) => this.#book(entry, call)));
    }
  }
}

/**
 * Limits requests by leases: a gateway takes some tokens of a bucket from the store at a time, and admits requests by
 * them without a call. While the store does not answer, each gateway limits to its share of the limit.
 */
export function limitRates(parts: RateLimiterParts): RateLimiter {
  return new LeasingLimiter({ patienceMs: 500, ...parts });
}
