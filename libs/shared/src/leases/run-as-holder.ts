import type { Logger } from '../log/logger.ts';
import { createWakeSignal } from '../lifecycle/wake-signal.ts';
import type { Lease } from './lease.ts';

/** Work that one of several replicas does, again and again. */
export interface HeldWork {
  /** What is done, for the log. */
  name: string;
  lease: Lease;
  /** How often the lease is renewed, and asked for by those who don't have it, in milliseconds. */
  renewMs: number;
  /** How long the holder rests when there is nothing left to do, in milliseconds. */
  everyMs: number;
  /** One round of the work; true when there is more to do at once. */
  round: () => Promise<boolean>;
  log: Logger;
}

const firstBackoffMs = 100;
const maxBackoffMs = 2000;

/** Full jitter: replicas that failed together don't come back together. */
const backoffMs = (failures: number): number =>
  Math.random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);

/**
 * Does some work in the background while this process holds a lease, until stopped. A holder that is frozen and wakes up
 * goes on for one round beside the next holder, so a round has to bear company.
 */
export function runAsHolder({ name, lease, renewMs, everyMs, round, log }: HeldWork): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  let isHolder = false;
  let renewAt = 0;
  let failures = 0;

  /** @returns how long to rest, in milliseconds */
  const turn = async (): Promise<number> => {
    if (performance.now() >= renewAt) {
      isHolder = await lease.acquire();
      renewAt = performance.now() + renewMs;
    }
    if (!isHolder) return renewMs;
    const hasMore = await round();
    if (failures > 0) log.info({ work: name }, 'background work goes on');
    failures = 0;
    return hasMore ? 0 : everyMs;
  };
  const failed = (err: unknown): number => {
    if (failures === 0) log.warn({ err, work: name }, 'background work fails; it is tried until it succeeds');
    failures += 1;
    return backoffMs(failures);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const restMs = await turn().catch(failed);
      if (restMs > 0 && !stopping.signal.aborted) await wakeSignal.wait(restMs);
    }
    if (isHolder) await lease.release().catch(() => undefined);
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
