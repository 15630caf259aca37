import type { Rate } from './bucket.ts';

/** A token bucket of one process. It holds at most `limit` tokens, and refills evenly over the window. */
export class LocalBucket {
  readonly #rate: Rate;
  #tokens: number;
  #filledAt: number;

  /** @param tokens the number at the beginning */
  constructor(rate: Rate, tokens: number, nowMs: number) {
    this.#rate = { ...rate, limit: Math.max(rate.limit, 1) };
    this.#tokens = Math.min(tokens, this.#rate.limit);
    this.#filledAt = nowMs;
  }

  /** Takes a token for a request; false if none is left. */
  take(nowMs: number): boolean {
    const { limit, windowMs } = this.#rate;
    this.#tokens = Math.min(this.#tokens + ((nowMs - this.#filledAt) * limit) / windowMs, limit);
    this.#filledAt = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** The tokens as of the last request, and the milliseconds until there is one more. */
  remaining(): { tokens: number; nextInMs: number } {
    const { limit, windowMs } = this.#rate;
    const tokens = Math.floor(this.#tokens);
    return { tokens, nextInMs: ((tokens + 1 - this.#tokens) * windowMs) / limit };
  }
}
