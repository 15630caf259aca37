import type { Logger } from '../log/logger.ts';
import { createWakeSignal } from '../concurrency/wake-signal.ts';
import type { Lease } from './lease.ts';

/** Repeated work that one of several replicas does. */
export interface HeldWork {
  /** The name of the work, for the log. */
  name: string;
  lease: Lease;
  /** The interval at which a working holder renews the lease, in milliseconds. */
  renewMs: number;
  /** Returns the wait of every replica before its next look for work, in milliseconds. */
  untilNextMs: () => number;
  /** Whether work is due. It only reads, so that idle replicas write nothing, not even the lease. */
  hasWork: () => Promise<boolean>;
  /**
   * Runs one round of the work. Returns true if more work is due immediately.
   *
   * @param mayContinue renews the lease within a long round. False when the lease is lost or the work stops
   */
  round: (mayContinue: () => Promise<boolean>) => Promise<boolean>;
  log: Logger;
}

const firstBackoffMs = 100;
const maxBackoffMs = 2000;

/** Full jitter: replicas that failed together do not retry together. */
const backoffMs = (failures: number): number =>
  Math.random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);

/**
 * Runs work in the background until stopped. Every replica looks for work, and the holder of the lease does it. A
 * frozen holder that wakes up runs one more round beside the next holder. So a round must be safe with two holders.
 */
export function runAsHolder({ name, lease, renewMs, untilNextMs, hasWork, round, log }: HeldWork): {
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
  const mayContinue = async (): Promise<boolean> => !stopping.signal.aborted && isHolder();
  /** @returns the pause before the next turn, in milliseconds */
  const turn = async (): Promise<number> => {
    const isMine = (await hasWork()) && (await isHolder());
    const hasMore = isMine && (await round(mayContinue));
    if (failures > 0) log.info({ work: name }, 'background work runs again');
    failures = 0;
    return hasMore ? 0 : untilNextMs();
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
