import { createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { withTrace } from '@pas/platform/trace/trace';
import { workContext, type Worker } from '../context/work-context.ts';
import type { DueRow, Sweep } from './sweep.ts';

export interface SweepOptions extends Pick<Worker, 'service' | 'environment' | 'events' | 'log'> {
  /** How long the sweeper waits when it has no work, in milliseconds. */
  everyMs: number;
  sweeps: readonly Sweep[];
}

/** Rows that are looked up at once. */
const batchSize = 100;

/** The maximum number of concurrent changes in this process: background work must leave capacity for requests. */
const concurrency = 4;

/** Replicas that look at the same rows begin in different places, so that they seldom meet at one. */
const shuffle = (rows: readonly DueRow[]): DueRow[] => {
  const from = Math.floor(Math.random() * rows.length);
  return [...rows.slice(from), ...rows.slice(0, from)];
};

/** Stores what time has done, in the background, until stopped. Every replica runs one; there is no leader. */
export function runSweeps(options: SweepOptions): { stop(): Promise<void> } {
  const { service, environment, events, log, everyMs, sweeps } = options;
  const worker = { service, name: 'Sweeper', environment, events, log };
  const wakeSignal = createWakeSignal();
  const stopping = new AbortController();
  const { signal } = stopping;

  const settle = async (sweep: Sweep, { id, tenantId }: DueRow): Promise<boolean> => {
    const ctx = workContext(worker, tenantId);
    const trace = { correlationId: ctx.correlationId, traceparent: null };
    try {
      return await withTrace(trace, () => sweep.settle(ctx, id));
    } catch (err) {
      log.warn({ err, id, sweep: sweep.name }, 'a row could not be swept; it is tried again');
      return false;
    }
  };

  /** @returns how many rows it has stored something of */
  const settleAll = async (sweep: Sweep, rows: readonly DueRow[]): Promise<number> => {
    const waiting = shuffle(rows);
    let settled = 0;
    const work = async (): Promise<void> => {
      for (let row = waiting.shift(); row && !signal.aborted; row = waiting.shift())
        settled += Number(await settle(sweep, row));
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return settled;
  };

  /** Goes on while there is more than one look finds, but not in circles about rows that can't be stored. */
  const run = async (sweep: Sweep): Promise<void> => {
    let settled = 1;
    while (settled > 0 && !signal.aborted)
      settled = await settleAll(sweep, await sweep.findDue(new Date(), batchSize));
  };

  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      for (const sweep of sweeps)
        await run(sweep).catch((err: unknown) =>
          log.warn({ err, sweep: sweep.name }, 'a sweep was interrupted'),
        );
      // Not all replicas at the same moment.
      if (!signal.aborted) await wakeSignal.wait(everyMs * (0.75 + Math.random() / 2));
    }
  };

  const done = loop();
  return {
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await done;
    },
  };
}
