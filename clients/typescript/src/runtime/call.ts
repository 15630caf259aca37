import type { RateLimit } from './rate-limit.ts';

/** The result of a call, with the details of its answer. */
export interface Answer<T> {
  data: T;
  status: number;
  headers: Headers;
  correlationId: string | null;
  /** The version of the resource, for `ifMatch`; null for an answer without one. */
  etag: string | null;
  /** Whether the service repeated the stored answer of an earlier request with the same Idempotency-Key. */
  isReplayed: boolean;
  rateLimit: RateLimit | null;
}

/** A call under way. `await` gives its result; `withResponse` gives the headers too. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>;
}

/** Makes a call of the promise of its answer. */
export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  const result = answer.then(({ data }) => data);
  return Object.assign(result, {
    async withResponse() {
      // The rejection reaches the caller through the answer.
      result.catch(() => undefined);
      return answer;
    },
  });
}
