import { core } from '@pas/platform/mongo/connections';

/** The time-out of a ping to the database, in milliseconds. */
const pingMs = 350;

/** The time of the last response of the database to this process, by `performance.now()`. */
let lastSignAt = -Infinity;

/** Records that the database has just responded. */
export function recordStoreActivity(): void {
  lastSignAt = performance.now();
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
  if (lastSignAt > since) return true;
  await isDoneIn(ping(), pingMs);
  // Answers that arrived while this process was busy are read first.
  await new Promise(setImmediate);
  return lastSignAt > since;
}

/** The time-outs of a wait for the database, in milliseconds. */
export interface StoreTimeouts {
  /** The time without a response after which the database is pinged. */
  probeAfterMs: number;
  maxMs: number;
}

/**
 * Waits for work while the database responds: a slow database delays the work, an unavailable one ends the wait.
 * Responses to other requests count too.
 *
 * @param work a promise that never rejects
 * @returns whether the work has finished
 */
export async function awaitWhileStoreResponds(
  work: Promise<unknown>,
  { probeAfterMs, maxMs }: StoreTimeouts,
): Promise<boolean> {
  const endsAt = performance.now() + maxMs;
  for (let since = performance.now(); since < endsAt; since = performance.now()) {
    if (await isDoneIn(work, Math.min(probeAfterMs, endsAt - since))) return true;
    if (!(await isAlive(since))) return false;
  }
  return false;
}
