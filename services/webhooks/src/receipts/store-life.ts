import { core } from '@pas/platform/mongo/connections';

/** How long the store has to answer whether it is there, in milliseconds. */
const pingMs = 350;

/** When the store has last done something for this process, by `performance.now()`. */
let lastSignAt = -Infinity;

/** Notes that the store has just done something. */
export function noteLife(): void {
  lastSignAt = performance.now();
}

/** Whether work is done within a time. It goes on afterwards. */
async function isDoneIn(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  const isDone = await Promise.race([work.then(() => true), promise]);
  clearTimeout(timer);
  return isDone;
}

let pinging: Promise<void> | null = null;

/** Asks the store whether it is there. All who wait share one question, so that a storm does not ask a busy store more. */
function ping(): Promise<void> {
  pinging ??= (async () => {
    try {
      await core.getClient().db().command({ ping: 1 }, { timeoutMS: pingMs });
      noteLife();
    } catch {
      // No sign of life is what the caller sees.
    } finally {
      pinging = null;
    }
  })();
  return pinging;
}

/** Whether the store has done something since a time, or answers now. */
async function isAlive(since: number): Promise<boolean> {
  if (lastSignAt > since) return true;
  await isDoneIn(ping(), pingMs);
  // Answers that have arrived while this process was busy are read before it is judged.
  await new Promise(setImmediate);
  return lastSignAt > since;
}

/** How long work is waited for, in milliseconds. */
export interface Patience {
  /** Without a sign of the store for so long it is asked whether it is there. */
  signMs: number;
  maxMs: number;
}

/**
 * Waits for work that needs the store as long as the store is alive: a slow store is waited for, and one that is away
 * is not. What the store does for others is a sign of life too.
 *
 * @param work never fails
 * @returns whether the work is done
 */
export async function isDoneWhileAlive(
  work: Promise<unknown>,
  { signMs, maxMs }: Patience,
): Promise<boolean> {
  const endsAt = performance.now() + maxMs;
  for (let since = performance.now(); since < endsAt; since = performance.now()) {
    if (await isDoneIn(work, Math.min(signMs, endsAt - since))) return true;
    if (!(await isAlive(since))) return false;
  }
  return false;
}
