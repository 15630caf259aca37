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
 * What happens to a request: it has a token, it waits for the answer to a call, there is no token, or it is decided
 * without a lease because the store does not answer.
 */
export type Verdict = 'admitted' | 'waiting' | 'refused' | 'unleased';

/** What the oldest waiting requests get: so many are admitted, so many after them refused. The others wait on. */
export interface Served {
  admitted: number;
  refused: number;
}

/** What is left for a key. */
export interface Remaining {
  tokens: number;
  /** Milliseconds until there is one more token. */
  nextInMs: number;
}

/** The answer to a call, with the bucket after it. */
export interface Booking {
  bucket: Bucket;
  grant: Grant;
}

/** A busy bucket asks for tokens about this often, in milliseconds, and at most forty times in a window. */
const busyMs = ({ windowMs }: Rate): number => Math.min(250, windowMs / 40);

/** Many unused tokens go back after this many milliseconds. */
const maxIdleMs = 1000;

/**
 * One gateway's side of a bucket: it admits requests by the tokens that the gateway has leased, and decides when to ask
 * for more. It has no clock and does no I/O. Its times are milliseconds of any clock that runs steadily.
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
  /** Used out of leases, and admitted without one, since the last call that was answered. */
  #used = 0;
  #unleased = 0;
  #waiting = 0;
  #sent: LeaseCall | null = null;
  #sentAt = -Infinity;
  #sentUnleased = 0;
  /** Requests since the last call, and before it, those of long ago counting less and less. */
  #demand = 0;
  #recent = 0;
  #modest = 0;
  #refusesUntil = -Infinity;
  #failedUntil = -Infinity;
  #left: number;
  #nextAt: number | null = null;

  /** @param holder names this side among all holders of leases */
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
  noteUnleased(): void {
    this.#unleased += 1;
  }

  /** Whether it is time for a call: none is under way, and requests wait or two thirds of the lease are used. */
  wantsCall(nowMs: number): boolean {
    if (this.#sent || nowMs < this.#refusesUntil || nowMs < this.#failedUntil) return false;
    const held = this.#heldAt(nowMs);
    return this.#waiting > 0 || (held > 0 && held <= this.#size / 3);
  }

  /** Begins a call for tokens. One call is under way at a time. */
  call(nowMs: number, gateways: number): LeaseCall {
    return this.#begin({ keep: this.#heldAt(nowMs), want: this.#wanted(nowMs, gateways) }, nowMs, gateways);
  }

  /** Milliseconds until unused tokens go back; null if there are none, and during a call, which returns them itself. */
  idleInMs(nowMs: number): number | null {
    if (this.#sent || this.#size === 0 || nowMs >= this.#endsAt) return null;
    return Math.max(this.#usedAt + this.#idleMs - nowMs, 0);
  }

  /** Begins the call that gives all tokens back. */
  giveBack(nowMs: number, gateways: number): LeaseCall {
    return this.#begin({ keep: 0, want: 0 }, nowMs, gateways);
  }

  /** Takes the answer to the call. The lease lives from the call's beginning, so it ends here before it ends there. */
  receive({ bucket, grant }: Booking, nowMs: number): Served {
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
   * Ends the call without an answer. It is unknown whether the store has booked it, so it is told again what was told:
   * some requests may count twice then, and none is forgotten.
   */
  fail(nowMs: number, retryInMs: number): void {
    this.#sent = null;
    this.#failedUntil = nowMs + retryInMs;
  }

  /** Has requests decided without a lease until the call is answered, because it takes too long. */
  giveUpWaiting(): number {
    this.#failedUntil = Infinity;
    return this.releaseWaiting();
  }

  /** Takes all waiting requests off. */
  releaseWaiting(): number {
    const waiting = this.#waiting;
    this.#waiting = 0;
    return waiting;
  }

  remaining(nowMs: number): Remaining {
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
      // An outage may be longer than the window, which takes no more of them than that.
      unleased: Math.min(this.#unleased, Math.ceil(this.rate.limit / gateways)),
      waiting: this.#waiting,
    };
    this.#sentAt = nowMs;
    this.#sentUnleased = this.#unleased;
    return this.#sent;
  }

  /**
   * As many tokens as the next requests need: a busy key those of a quarter of a second, others a small share. Waiting
   * requests get tokens of their own, so the first ones after a rest say nothing of the next: tokens for them would lie
   * idle here while the rest of a burst is refused elsewhere. A third of a replica's share at most: with half of it, one of
   * 1,500 random loads within the limit was admitted to less than 95 %.
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
