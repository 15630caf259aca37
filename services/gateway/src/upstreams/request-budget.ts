import type { IncomingHttpHeaders } from 'node:http';
import { timeLeftHeader } from '@pas/shared/principal/assertion';

/** Attempts at other replicas after the first one. */
const maxRetries = 2;

/**
 * The margin between the time of the service and that of the gateway, in milliseconds. The service's own answer arrives
 * first.
 */
const answerMs = 250;

/** The least time in which another attempt is useful, in milliseconds. */
const leastTryMs = 500;

/** The time and the retries that all attempts of a held request share. */
export class RequestBudget {
  readonly #endsAt: number;
  readonly #leastTryMs: number;
  #retries = 0;

  /** @param timeoutMs the time of the request, from now on */
  constructor(timeoutMs: number) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#leastTryMs = Math.min(leastTryMs, timeoutMs / 4);
  }

  /** The remaining milliseconds; negative after the end. */
  get leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Whether the time suffices for another attempt. */
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

  /** Writes the remaining time of the service into the headers of an attempt: at least one millisecond. */
  writeTo(headers: IncomingHttpHeaders): void {
    const left = this.leftMs;
    headers[timeLeftHeader] = String(Math.max(1, Math.floor(left - Math.min(answerMs, left / 4))));
  }
}
