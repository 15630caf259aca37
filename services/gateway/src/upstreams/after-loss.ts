import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/**
 * Pauses before each repeat of a request whose replica was lost, in milliseconds. The transaction of a lost replica
 * holds the idempotency key until MongoDB aborts it. That takes up to nine seconds with
 * `transactionLifetimeLimitSeconds` at 6.
 */
const pausesMs = [3000, 2000, 1500, 500, 500, 500, 500, 500, 500] as const;

/** Spreads the repeats of requests that one replica has lost. */
const maxJitterMs = 200;

/** The most repeats of one request after pauses. */
export const maxPauses = pausesMs.length;

/** Whether an answer is temporary and nothing was done: 409 for a key in use, 503 for a busy service. */
export const isPassing = (status: number, headers: IncomingHttpHeaders): boolean =>
  (status === 409 || status === 503) && headers['retry-after'] !== undefined;

/** @param count the number of earlier pauses */
export async function pauseAfterLoss(count: number): Promise<void> {
  await setTimeout((pausesMs[count] ?? 0) + Math.random() * maxJitterMs);
}
