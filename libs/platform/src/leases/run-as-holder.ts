import type { Logger } from '../log/logger.ts';
import { createWakeSignal } from '../concurrency/wake-signal.ts';
import type { Lease } from './lease.ts';

/** Work that one of several replicas does, again and again. */
export interface HeldWork {
  /** What is done, for the log. */
  name: string;
  lease: Lease;
  /** How often the holder renews the lease while it works, in milliseconds. */
  renewMs: number;
  /** How often every replica looks for work, in milliseconds. */
  everyMs: number;
  /** Whether there is something to do. It only reads: with nothing to do, nothing is written, not even the lease. */
  hasWork: () => Promise<boolean>;
  /** One round of the work; true when there is more to do at once. */
  round: () => Promise<boolean>;
  log: Logger;
}

const firstBackoffMs = 100;
const maxBackoffMs = 2000;

/** Full jitter: replicas that failed together do not retry together. */
const backoffMs = (failures: number): number =>
  Math.random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);

/**
 * Does some work in the background, until stopped: every replica looks for it, and the one that holds the lease does
 * it. A frozen holder that wakes up works for one more round beside the next holder, so a round must be safe with two
 * holders.
 */
export function runAsHolder({ name, lease, renewMs, everyMs, hasWork, round, log }: HeldWork): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  let renewAt = 0;
  let failures = 0;

  const isHolder = async (): Promise<boolean> => {
    if (performance.now() < renewAt) return true;
    if (!(await lease.acquire())) return false;
    renewAt = performance.now() + renewMs;
    return true;
  };
  /** @returns how long to rest, in milliseconds */
  const turn = async (): Promise<number> => {
    const isMine = (await hasWork()) && (await isHolder());
    const hasMore = isMine && (await round());
    if (failures > 0) log.info({ work: name }, 'background work runs again');
    failures = 0;
    return hasMore ? 0 : everyMs;
  };
  const failed = (err: unknown): number => {
    if (failures === 0) log.warn({ err, work: name }, 'background work failed; it is tried again');
    failures += 1;
    return backoffMs(failures);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const restMs = await turn().catch(failed);
      if (restMs > 0 && !stopping.signal.aborted) await wakeSignal.wait(restMs);
    }
    if (renewAt > 0) await lease.release().catch(() => undefined);
  };
  const done = run();
  return {
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await done;
    },
  };
}
