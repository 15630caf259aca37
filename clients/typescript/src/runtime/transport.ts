import { buildRequest, type BuiltRequest, type RequestDefaults } from './build-request.ts';
import { callOf, type Answer, type Call } from './call.ts';
import type { Credentials } from './credentials.ts';
import { ConnectionFailedError, DeadlineError, errorOf } from './errors.ts';
import type { Operation } from './operation.ts';
import type { ClientOptions } from './options.ts';
import { readRateLimit, type RateLimit } from './rate-limit.ts';
import { hasResult, readAnswer, readProblem, receive, type ReceivedAnswer } from './read-answer.ts';
import { delayBefore, mayRepeat, readRetryAfter, type FailedAttempt } from './retry.ts';
import { sleep } from './sleep.ts';

const defaultTimeoutMs = 60_000;
const defaultRetries = 4;

/** Parts of a client with which it sends requests. */
export interface TransportParts {
  options: ClientOptions;
  credentials: Credentials;
  tenantId?: string | null;
  /** Called with the result of an operation that starts a session, and with undefined when one ends. */
  onSession?: (data: unknown) => void | Promise<void>;
}

/** A call under way: its request, its deadline and its signals. */
interface CallState {
  operation: Operation;
  request: BuiltRequest;
  /** By `performance.now()`. */
  endsAt: number;
  signal: AbortSignal;
  attempt: number;
}

/** An attempt: an answer, or the reason why none came. */
type Outcome = { received: ReceivedAnswer; error: null } | { received: null; error: Error };

const repeats = (operation: Operation): boolean =>
  operation.method !== 'POST' || operation.has('k') || operation.has('r');

/** Sends the requests of a client, with retries, a deadline and hooks. */
export class Transport {
  /** Rate limit in the last answer; null before the first one, and for callers without an API key. */
  rateLimit: RateLimit | null = null;
  readonly #parts: TransportParts;
  readonly #defaults: RequestDefaults;

  constructor(parts: TransportParts) {
    this.#parts = parts;
    const { baseUrl, headers = {} } = parts.options;
    this.#defaults = { baseUrl: baseUrl.replace(/\/$/, ''), headers, tenantId: parts.tenantId ?? null };
  }

  /**
   * Calls an operation with the arguments of its method.
   *
   * @throws ApiError for a refused request, ConnectionFailedError, DeadlineError, or the reason of an aborted signal
   */
  call(operation: Operation, values: readonly unknown[]): Call<unknown> {
    return callOf(this.#run(operation, values));
  }

  async #run(operation: Operation, values: readonly unknown[]): Promise<Answer<unknown>> {
    const request = buildRequest(operation, values, this.#defaults);
    const timeoutMs =
      (request.options.timeoutMs ?? this.#parts.options.timeoutMs ?? defaultTimeoutMs) + request.waitMs;
    const deadline = AbortSignal.timeout(timeoutMs);
    const { signal: own } = request.options;
    const signal = own ? AbortSignal.any([own, deadline]) : deadline;
    const sending = { operation, request, endsAt: performance.now() + timeoutMs, signal, attempt: 1 };
    try {
      const received = await this.#sendUntilDone(sending);
      const answer = readAnswer(operation, received);
      if (operation.has('s')) await this.#parts.onSession?.(answer.data);
      return answer;
    } catch (error) {
      own?.throwIfAborted();
      if (!deadline.aborted || error !== deadline.reason) throw error;
      throw new DeadlineError(`${operation.name}: no result within ${timeoutMs} ms`, { cause: error });
    }
  }

  async #sendUntilDone(sending: CallState): Promise<ReceivedAnswer> {
    const { operation, request } = sending;
    const { credentials } = this.#parts;
    let hasRenewed = operation.has('o') || request.ownToken !== null;
    for (;;) {
      const token = await this.#readToken(sending);
      const outcome = await this.#attempt(sending, token);
      if (outcome.received && hasResult(outcome.received, operation)) return outcome.received;
      const failed = describeFailure(outcome);
      if (!hasRenewed && failed.status === 401 && (await credentials.renew?.(token))) {
        hasRenewed = true;
        continue;
      }
      const delayMs = this.#delayAfter(sending, failed);
      if (delayMs === null) throw failureOf(outcome, sending, request.headers.get('if-match'));
      await sleep(delayMs, sending.signal);
      sending.attempt += 1;
    }
  }

  async #readToken({ operation, request }: CallState): Promise<string | null> {
    if (operation.has('o')) return null;
    return request.ownToken ?? (await this.#parts.credentials.token());
  }

  /** Returns the wait before the next attempt; null if there is none. */
  #delayAfter({ operation, request, attempt, endsAt }: CallState, failed: FailedAttempt): number | null {
    const retries = request.options.maxRetries ?? this.#parts.options.maxRetries ?? defaultRetries;
    if (attempt > retries || !mayRepeat(failed, repeats(operation))) return null;
    const delayMs = delayBefore(attempt, failed);
    return performance.now() + delayMs < endsAt ? delayMs : null;
  }

  async #attempt({ operation, request, signal, attempt }: CallState, token: string | null): Promise<Outcome> {
    const { url, method, body } = request;
    const headers = new Headers(request.headers);
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    const correlationId = headers.get('x-correlation-id') ?? '';
    const info = { operation: operation.name, method, url, attempt, correlationId };
    await this.#parts.options.onRequest?.({ ...info, headers });
    const startedAt = performance.now();
    const outcome = await this.#exchange(operation, url, { method, headers, body, signal });
    const status = outcome.received?.response.status ?? null;
    const durationMs = performance.now() - startedAt;
    await this.#parts.options.onResponse?.({ ...info, status, error: outcome.error, durationMs });
    signal.throwIfAborted();
    return outcome;
  }

  async #exchange(operation: Operation, url: string, init: RequestInit): Promise<Outcome> {
    const send = this.#parts.options.fetch ?? fetch;
    try {
      const received = await receive(await send(url, { ...init, redirect: 'manual' }), operation);
      this.rateLimit = readRateLimit(received.response.headers) ?? this.rateLimit;
      return { received, error: null };
    } catch (error) {
      return { received: null, error: error as Error };
    }
  }
}

function describeFailure({ received }: Outcome): FailedAttempt {
  if (!received) return { status: null, code: null, retryAfterMs: null };
  const { status, headers } = received.response;
  return { status, code: readProblem(received).code, retryAfterMs: readRetryAfter(headers) };
}

function failureOf(outcome: Outcome, { operation, attempt }: CallState, sentVersion: string | null): Error {
  if (!outcome.received) {
    const message = `${operation.name}: the connection failed (${outcome.error.message})`;
    return new ConnectionFailedError(message, { cause: outcome.error });
  }
  const { status, headers } = outcome.received.response;
  const problem = readProblem(outcome.received);
  return errorOf({ operation: operation.name, status, headers, problem, attempts: attempt, sentVersion });
}
