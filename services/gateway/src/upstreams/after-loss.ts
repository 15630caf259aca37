import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/**
 * Pauses before a request whose replica was lost is sent again, in milliseconds. The transaction of a lost replica holds
 * its idempotency key until the store ends it: within nine seconds at a `transactionLifetimeLimitSeconds` of 6.
 */
const pausesMs = [3000, 2000, 1500, 500, 500, 500, 500, 500, 500] as const;

/** So that the requests of one lost replica are not sent again in the same millisecond. */
const maxJitterMs = 200;

/** How often one request is sent again after a pause. */
export const maxPauses = pausesMs.length;

/**
 * Whether an answer says that nothing was done, and that a repeat will soon be answered otherwise: 409 for a key that is in
 * use, 503 for a service that is busy.
 */
export const isPassing = (status: number, headers: IncomingHttpHeaders): boolean =>
  (status === 409 || status === 503) && headers['retry-after'] !== undefined;

/** @param count the pauses that the request has had */
export async function pauseAfterLoss(count: number): Promise<void> {
  await setTimeout((pausesMs[count] ?? 0) + Math.random() * maxJitterMs);
}
