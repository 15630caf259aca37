import {
  leaseMs,
  msUntilFree,
  msUntilNextLeaves,
  type Bucket,
  type Grant,
  type LeaseCall,
  type Rate,
} from './bucket.ts';

/**
 * The decision about a request. `waiting`: until a call is answered. `unleased`: the database does not answer, so the
 * caller decides without a lease.
 */
export type Verdict = 'admitted' | 'waiting' | 'refused' | 'unleased';

/** The numbers of waiting requests to admit and then to refuse, oldest first. The others keep waiting. */
export interface ServedCounts {
  admitted: number;
  refused: number;
}

/** The remaining tokens of a key. */
export interface RemainingTokens {
  tokens: number;
  /** Milliseconds until there is one more token. */
  nextInMs: number;
}

/** The answer to a call, with the bucket after it. */
export interface TokenGrant {
  bucket: Bucket;
  grant: Grant;
}

/** The interval at which a busy bucket asks for tokens, in milliseconds: at most forty times in a window. */
const busyMs = ({ windowMs }: Rate): number => Math.min(250, windowMs / 40);

/** The time after which a large number of unused tokens is returned, in milliseconds. */
const maxIdleMs = 1000;

/**
 * One gateway's side of a bucket. It admits requests with leased tokens and decides when to ask for more. It has no
 * clock and does no I/O. Its times are milliseconds of any monotonic clock.
 */
export class LeasedBucket {
  readonly rate: Rate;
  readonly #holder: string;
  #tokens = 0;
  /** The tokens of the lease when it was given. */
  #size = 0;
  #endsAt = -Infinity;
  #idleMs = 0;
  #usedAt = -Infinity;
  /** Tokens used from leases, and requests admitted without a lease, since the last answered call. */
  #used = 0;
  #unleased = 0;
  #waiting = 0;
  #sent: LeaseCall | null = null;
  #sentAt = -Infinity;
  #sentUnleased = 0;
  /** Requests since the last call, and a decaying count of earlier requests. */
  #demand = 0;
  #recent = 0;
  #modest = 0;
  #refusesUntil = -Infinity;
  #failedUntil = -Infinity;
  #left: number;
  #nextAt: number | null = null;

  /** @param holder the name of this gateway's side among all holders of leases */
  constructor(rate: Rate, holder: string) {
    this.rate = rate;
    this.#holder = holder;
    this.#left = rate.limit;
  }

  /** Takes a token for a request. */
  take(nowMs: number): Verdict {
    if (this.#heldAt(nowMs) > 0) {
      this.#demand += 1;
      this.#use(1, nowMs);
      return 'admitted';
    }
    if (nowMs < this.#refusesUntil) return 'refused';
    this.#demand += 1;
    if (nowMs < this.#failedUntil) return 'unleased';
    this.#waiting += 1;
    return 'waiting';
  }

  /** Counts a request that was admitted without a lease. */
  countUnleased(): void {
    this.#unleased += 1;
  }

  /** Whether a call is due: none is running, and requests wait or two thirds of the lease are used. */
  wantsCall(nowMs: number): boolean {
    if (this.#sent || nowMs < this.#refusesUntil || nowMs < this.#failedUntil) return false;
    const held = this.#heldAt(nowMs);
    return this.#waiting > 0 || (held > 0 && held <= this.#size / 3);
  }

  /** Begins a call for tokens. Only one call runs at a time. */
  call(nowMs: number, gateways: number): LeaseCall {
    return this.#begin({ keep: this.#heldAt(nowMs), want: this.#wanted(nowMs, gateways) }, nowMs, gateways);
  }

  /**
   * Milliseconds until unused tokens are returned; null without such tokens, and during a call, which returns them
   * itself.
   */
  idleInMs(nowMs: number): number | null {
    if (this.#sent || this.#size === 0 || nowMs >= this.#endsAt) return null;
    return Math.max(this.#usedAt + this.#idleMs - nowMs, 0);
  }

  /** Begins the call that returns all tokens. */
  giveBack(nowMs: number, gateways: number): LeaseCall {
    return this.#begin({ keep: 0, want: 0 }, nowMs, gateways);
  }

  /**
   * Applies the answer to the call. The lease is counted from the start of the call, so it ends here before it ends in
   * the database.
   */
  receive({ bucket, grant }: TokenGrant, nowMs: number): ServedCounts {
    const sent = this.#sent;
    if (!sent) return { admitted: 0, refused: 0 };
    this.#sent = null;
    this.#failedUntil = -Infinity;
    this.#used -= sent.used;
    this.#unleased -= this.#sentUnleased;
    this.#tokens += grant.leased;
    this.#size = sent.keep + grant.leased;
    this.#endsAt = this.#sentAt + leaseMs(this.rate);
    this.#idleMs = Math.min(this.#size <= this.#modest ? Infinity : maxIdleMs, leaseMs(this.rate) / 2);
    this.#usedAt = nowMs;
    this.#left = grant.left;
    const admitted = Math.min(grant.admitted, this.#waiting);
    const more = Math.min(this.#heldAt(nowMs), this.#waiting - admitted);
    this.#use(more, nowMs);
    this.#waiting -= admitted + more;
    const isExhausted = grant.left < 1;
    this.#nextAt = nowMs + this.#nextInMs(bucket, grant, isExhausted);
    if (!isExhausted) return { admitted: admitted + more, refused: 0 };
    const { windowMs } = this.rate;
    this.#refusesUntil = Math.max(Math.min(this.#nextAt, nowMs + windowMs / 10), nowMs + windowMs / 40);
    return { admitted: admitted + more, refused: this.releaseWaiting() };
  }

  /**
   * Ends the call without an answer. The database may or may not have booked it, so the next call reports the same
   * requests again. Some may count twice, but none is lost.
   */
  fail(nowMs: number, retryInMs: number): void {
    this.#sent = null;
    this.#failedUntil = nowMs + retryInMs;
  }

  /** Lets requests be decided without a lease until the slow call is answered. */
  giveUpWaiting(): number {
    this.#failedUntil = Infinity;
    return this.releaseWaiting();
  }

  /** Clears the count of waiting requests and returns it. */
  releaseWaiting(): number {
    const waiting = this.#waiting;
    this.#waiting = 0;
    return waiting;
  }

  remaining(nowMs: number): RemainingTokens {
    const nextAt = Math.max(this.#nextAt ?? nowMs + this.rate.windowMs, this.#refusesUntil);
    return {
      tokens: Math.max(this.#left, 0) + this.#heldAt(nowMs),
      nextInMs: Math.max(nextAt - nowMs, 0),
    };
  }

  #heldAt(nowMs: number): number {
    return nowMs < this.#endsAt ? this.#tokens : 0;
  }

  #use(tokens: number, nowMs: number): void {
    if (tokens === 0) return;
    this.#tokens -= tokens;
    this.#used += tokens;
    this.#usedAt = nowMs;
  }

  #begin(ask: Pick<LeaseCall, 'keep' | 'want'>, nowMs: number, gateways: number): LeaseCall {
    this.#tokens = ask.keep;
    this.#modest = this.rate.limit / (40 * gateways);
    this.#sent = {
      ...this.rate,
      ...ask,
      holder: this.#holder,
      used: this.#used,
      usedAgoMs: this.#used === 0 ? 0 : Math.max(Math.floor(nowMs - this.#usedAt), 0),
      // Capped at this gateway's share: an outage may be longer than the window.
      unleased: Math.min(this.#unleased, Math.ceil(this.rate.limit / gateways)),
      waiting: this.#waiting,
    };
    this.#sentAt = nowMs;
    this.#sentUnleased = this.#unleased;
    return this.#sent;
  }

  /**
   * Computes the tokens for the next requests. A busy key gets those of a quarter of a second, others a small share.
   *
   * Waiting requests get tokens of their own, so the first requests after a pause do not predict the next ones. Tokens
   * for such a prediction would be idle here while other gateways refuse the rest of a burst.
   *
   * The maximum is a third of this gateway's share. With half of it, one of 1,500 random loads within the limit had
   * less than 95 % admitted.
   */
  #wanted(nowMs: number, gateways: number): number {
    const { limit } = this.rate;
    const period = busyMs(this.rate);
    const past = this.#recent * Math.exp((this.#sentAt - nowMs) / period);
    const soon = past + this.#demand - this.#waiting;
    this.#recent = past + this.#demand;
    this.#demand = 0;
    const small = limit / (40 * gateways);
    const later = soon < 2 ? 0 : Math.min((soon * leaseMs(this.rate)) / (2 * period), small);
    return Math.floor(Math.min(Math.max(soon, later), limit / (3 * gateways)));
  }

  #nextInMs(bucket: Bucket, grant: Grant, isExhausted: boolean): number {
    if (!isExhausted) return msUntilNextLeaves(bucket, this.rate, grant.atMs);
    const others = bucket.leases.some(({ holder }) => holder !== this.#holder);
    const freeInMs = msUntilFree(bucket, this.rate, grant.atMs);
    return others ? Math.min(freeInMs, leaseMs(this.rate) / 2) : freeInMs;
  }
}
