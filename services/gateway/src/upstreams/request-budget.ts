import type { IncomingHttpHeaders } from 'node:http';
import { timeLeftHeader } from '@pas/shared/principal/assertion';

/** Tries at other replicas after the first one. */
const maxRetries = 2;

/** A service gets this much less time than the gateway waits, so that its own answer arrives first, in milliseconds. */
const answerMs = 250;

/** With less time than this, another try has no use, in milliseconds. */
const leastTryMs = 500;

/** What a held request has for all its tries together: a time in which it has to be answered, and a number of retries. */
export class RequestBudget {
  readonly #endsAt: number;
  readonly #leastTryMs: number;
  #retries = 0;

  /** @param timeoutMs the time of the request, from now on */
  constructor(timeoutMs: number) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#leastTryMs = Math.min(leastTryMs, timeoutMs / 4);
  }

  /** The milliseconds that are left; negative once it is over. */
  get leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Whether there is time for an answer of another try. */
  get hasTime(): boolean {
    return this.leftMs >= this.#leastTryMs;
  }

  /** Whether the request may be sent to another replica. */
  get allowsRetry(): boolean {
    return this.#retries < maxRetries && this.hasTime;
  }

  countRetry(): void {
    this.#retries += 1;
  }

  /** Writes into the headers of a try how long its service has. One millisecond is the least that is not over. */
  writeTo(headers: IncomingHttpHeaders): void {
    const left = this.leftMs;
    headers[timeLeftHeader] = String(Math.max(1, Math.floor(left - Math.min(answerMs, left / 4))));
  }
}
