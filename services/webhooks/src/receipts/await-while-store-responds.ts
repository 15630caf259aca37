import { core } from '@pas/platform/mongo/connections';
import { unavailable } from '@pas/shared/errors/raise';

/** The time-out of a ping to the database, in milliseconds. */
const pingMs = 350;

/** The time of the last response of the database to this process, by `performance.now()`. */
let lastResponseAt = -Infinity;

/** Records that the database has just responded. */
function recordStoreActivity(): void {
  lastResponseAt = performance.now();
}

/** Whether work finishes within a time. The work continues after it. */
async function isDoneIn(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  const isDone = await Promise.race([work.then(() => true), promise]);
  clearTimeout(timer);
  return isDone;
}

let pinging: Promise<void> | null = null;

/** Pings the database. Concurrent callers share one ping, so that a storm adds no load. */
function ping(): Promise<void> {
  pinging ??= (async () => {
    try {
      await core.getClient().db().command({ ping: 1 }, { timeoutMS: pingMs });
      recordStoreActivity();
    } catch {
      // The caller detects the missing response.
    } finally {
      pinging = null;
    }
  })();
  return pinging;
}

/** Whether the database has responded since a time, or answers a ping now. */
async function isAlive(since: number): Promise<boolean> {
  if (lastResponseAt > since) return true;
  await isDoneIn(ping(), pingMs);
  // Answers that arrived while this process was busy are read first.
  await new Promise(setImmediate);
  return lastResponseAt > since;
}

/** The time-outs of a wait for the database, in milliseconds. */
export interface StoreTimeouts {
  /** The time without a response after which the database is pinged. */
  probeAfterMs: number;
  maxMs: number;
}

/**
 * Waits for work while the database responds: a slow database delays the work, an unavailable one ends the wait.
 * Responses to other requests count too. The work continues after the wait.
 *
 * @returns the result of the work
 * @throws unavailable after a time-out; errors of the work
 */
export async function awaitWhileStoreResponds<Result>(
  work: Promise<Result>,
  { probeAfterMs, maxMs }: StoreTimeouts,
): Promise<Result> {
  const settled = work.then(recordStoreActivity, () => undefined);
  const endsAt = performance.now() + maxMs;
  for (let since = performance.now(); since < endsAt; since = performance.now()) {
    if (await isDoneIn(settled, Math.min(probeAfterMs, endsAt - since))) return work;
    if (!(await isAlive(since))) break;
  }
  throw unavailable('The webhook could not be stored in time.');
}
