import { setTimeout as setDelay } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';
import { leaseCalls, tallyDecisions, unleasedMode } from '@pas/platform/metrics/rate-limit-metrics';
import type { LeaseCall } from './bucket.ts';
import { createEntries, type Entry } from './bucket-entries.ts';
import type { BucketStore } from './bucket-store.ts';
import type { LiveGateways } from './live-gateways.ts';
import { LocalBucket } from './local-bucket.ts';
import type { Quota, RateLimit } from './quota.ts';

/** Limits requests together with all other gateways. */
export interface RateLimiter {
  /** Counts a request. The result is immediate if this gateway has a token, or knows that none is left. */
  take(limit: RateLimit): Quota | Promise<Quota>;
  /** Returns all leases. */
  stop(): Promise<void>;
}

export interface RateLimiterParts {
  store: BucketStore;
  gateways: LiveGateways;
  log: Logger;
  /** The longest wait of a request for the database, in milliseconds. */
  storeTimeoutMs?: number;
}

/**
 * The time after a failed call in which this gateway decides alone, in milliseconds. Then it asks the database again.
 */
const retryMs = 1000;

/** The leases that a stopping gateway returns in parallel. */
const maxGivenBack = 20;

/** The longest time in which a stopping gateway returns its leases, in milliseconds. */
const stopMs = 2000;

const decisions = {
  lease: [
    tallyDecisions({ decision: 'refused', by: 'lease' }),
    tallyDecisions({ decision: 'admitted', by: 'lease' }),
  ],
  share: [
    tallyDecisions({ decision: 'refused', by: 'share' }),
    tallyDecisions({ decision: 'admitted', by: 'share' }),
  ],
} as const;

/** Logs once when the database stops answering, and once when it answers again. */
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

/** The buckets of this gateway, with a clock, running calls and the requests that wait for them. */
class LeasingLimiter implements RateLimiter {
  readonly #parts: Required<RateLimiterParts>;
  readonly #entries = createEntries();
  readonly #storeWatch: ReturnType<typeof watchStore>;
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(parts: Required<RateLimiterParts>) {
    this.#parts = parts;
    this.#storeWatch = watchStore(parts.log);
  }

  take(limit: RateLimit): Quota | Promise<Quota> {
    const nowMs = performance.now();
    this.#parts.gateways.need(nowMs);
    const entry = this.#entries.of(limit);
    const verdict = entry.bucket.take(nowMs);
    if (verdict === 'unleased') return this.#decideAlone(entry);
    const quota =
      verdict === 'waiting' ? this.#wait(entry) : this.#quota(entry, verdict === 'admitted', nowMs);
    if (entry.bucket.wantsCall(nowMs)) this.#call(entry);
    return quota;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.race([this.#giveAllBack(), setDelay(stopMs, undefined, { ref: false })]);
  }

  #quota({ bucket }: Entry, isAdmitted: boolean, nowMs: number): Quota {
    decisions.lease[isAdmitted ? 1 : 0].count += 1;
    const { tokens, nextInMs } = bucket.remaining(nowMs);
    return { isAdmitted, tokens, nextInMs };
  }

  async #wait(entry: Entry): Promise<Quota> {
    return new Promise((resolve) => entry.waiting.push(resolve));
  }

  /** Limits to this gateway's share. No request is refused because the database is unavailable. */
  #decideAlone(entry: Entry): Quota {
    const nowMs = performance.now();
    const gateways = this.#parts.gateways.count();
    const { limit, windowMs } = entry.bucket.rate;
    const share = { limit: limit / gateways, windowMs };
    entry.alone ??= new LocalBucket(share, entry.bucket.remaining(nowMs).tokens / gateways, nowMs);
    const isAdmitted = entry.alone.take(nowMs);
    if (isAdmitted) entry.bucket.countUnleased();
    decisions.share[isAdmitted ? 1 : 0].count += 1;
    if (entry.bucket.wantsCall(nowMs)) this.#call(entry);
    return { isAdmitted, ...entry.alone.remaining() };
  }

  #call(entry: Entry): void {
    this.#entries.touch(entry);
    this.#run(entry, entry.bucket.call(performance.now(), this.#parts.gateways.count()));
  }

  #run(entry: Entry, call: LeaseCall): void {
    const running = this.#converse(entry, call).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Books a call, and further calls as long as the bucket wants one. */
  async #converse(entry: Entry, first: LeaseCall): Promise<void> {
    await this.#book(entry, first);
    while (!this.#isStopped && entry.bucket.wantsCall(performance.now())) {
      await this.#book(entry, entry.bucket.call(performance.now(), this.#parts.gateways.count()));
    }
    this.#watchIdle(entry);
  }

  async #book(entry: Entry, call: LeaseCall): Promise<void> {
    const { store, storeTimeoutMs } = this.#parts;
    const { bucket } = entry;
    const impatience = setTimeout(() => {
      this.#storeWatch.failed(new Error(`no answer in ${storeTimeoutMs} ms`));
      bucket.giveUpWaiting();
      this.#decideWaiting(entry);
    }, storeTimeoutMs);
    try {
      const booking = await store.book(entry.bucketId, call);
      leaseCalls.inc({ outcome: 'answered' });
      this.#storeWatch.answered();
      entry.alone = null;
      const nowMs = performance.now();
      const { admitted, refused } = bucket.receive(booking, nowMs);
      const served = entry.waiting.splice(0, admitted + refused);
      served.forEach((resolve, at) => resolve(this.#quota(entry, at < admitted, nowMs)));
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

  /** Returns tokens that have been idle for a while. */
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
    const holding = [...this.#entries.all()].filter(({ bucket }) => bucket.idleInMs(nowMs) !== null);
    while (holding.length > 0) {
      const some = holding.splice(0, maxGivenBack);
      const calls = some.map((entry) => [entry, entry.bucket.giveBack(performance.now(), 1)] as const);
      await Promise.all(calls.map(async ([entry, call]) => this.#book(entry, call)));
    }
  }
}

/**
 * Limits requests by leases. A gateway leases several tokens of a bucket at a time, and admits requests from memory.
 * While the database does not answer, each gateway limits to its share.
 */
export function limitRates(parts: RateLimiterParts): RateLimiter {
  return new LeasingLimiter({ storeTimeoutMs: 500, ...parts });
}
