import { isolate } from '@pas/platform/background/isolate';
import { createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { withTrace } from '@pas/platform/trace/trace';
import { workContext, type Worker } from '../context/work-context.ts';
import { createSetAside } from './set-aside.ts';
import type { DueRow, Sweep } from './sweep.ts';

export interface SweepOptions extends Pick<Worker, 'service' | 'environment' | 'events' | 'log'> {
  /** Wait of the sweeper without work, in milliseconds. */
  everyMs: number;
  sweeps: readonly Sweep[];
}

/** Rows of a batch. */
const batchSize = 100;

/** The maximum number of concurrent changes in this process: background work must leave capacity for requests. */
const concurrency = 4;

/** Replicas start at different rows, so that they seldom process the same one. */
const shuffle = (rows: readonly DueRow[]): DueRow[] => {
  const from = Math.floor(Math.random() * rows.length);
  return [...rows.slice(from), ...rows.slice(0, from)];
};

/** Prepares to sweep one batch of rows. */
function batchSweeper({ service, environment, events, log, everyMs }: SweepOptions, signal: AbortSignal) {
  const worker = { service, name: 'Sweeper', environment, events, log };

  /** @returns whether a change was stored; null for a failure */
  const settle = async (sweep: Sweep, { id, tenantId }: DueRow): Promise<boolean | null> => {
    const ctx = workContext(worker, tenantId);
    const trace = { correlationId: ctx.correlationId, traceparent: null };
    const piece = { work: sweep.name, log, about: { id, tenantId } };
    return withTrace(trace, () => isolate(piece, () => sweep.settle(ctx, id)));
  };

  return (sweep: Sweep) => {
    const aside = createSetAside(everyMs);
    const settleNext = async (waiting: DueRow[]): Promise<boolean> => {
      let hasStored = false;
      for (let row = waiting.shift(); row && !signal.aborted; row = waiting.shift()) {
        const isStored = await settle(sweep, row);
        if (isStored === null) aside.addFailed(row.id);
        else aside.remove(row.id);
        if (isStored === false) aside.addUnchanged(row.id);
        hasStored ||= isStored === true;
      }
      return hasStored;
    };
    /** Sweeps a batch. @returns whether more rows may be due */
    return async (isRound: boolean): Promise<boolean> => {
      if (isRound) aside.beginRound();
      const found = await sweep.findDue(new Date(), batchSize + aside.count());
      const rows = found.filter(({ id }) => !aside.has(id)).slice(0, batchSize);
      const waiting = shuffle(rows);
      const stored = await Promise.all(Array.from({ length: concurrency }, () => settleNext(waiting)));
      return rows.length === batchSize || stored.includes(true);
    };
  };
}

/**
 * Applies due changes in the background until stopped. Every replica runs a sweeper, without a leader. The sweeps
 * alternate by batch, so a tenant with many rows delays no other sweep. Failed rows are set aside and do not block
 * others.
 */
export function runSweeps(options: SweepOptions): { stop(): Promise<void> } {
  const { log, everyMs, sweeps } = options;
  const wakeSignal = createWakeSignal();
  const stopping = new AbortController();
  const { signal } = stopping;
  const ofBatch = batchSweeper(options, signal);
  const all = sweeps.map((sweep) => ({ sweep, work: sweep.name, log, about: {}, run: ofBatch(sweep) }));

  const loop = async (): Promise<void> => {
    let due = all;
    let nextRoundAt = 0;
    let rounds = 0;
    while (!signal.aborted) {
      const isRound = performance.now() >= nextRoundAt;
      const busy: typeof all = [];
      const isAsked = (each: (typeof all)[number]): boolean =>
        due.includes(each) || (isRound && rounds % (each.sweep.everyRounds ?? 1) === 0);
      for (const each of all.filter(isAsked))
        if (!signal.aborted && (await isolate(each, () => each.run(isRound)))) busy.push(each);
      due = busy;
      if (isRound) rounds += 1;
      // Spreads the replicas over time.
      if (isRound) nextRoundAt = performance.now() + everyMs * (0.75 + Math.random() / 2);
      if (due.length === 0 && !signal.aborted)
        await wakeSignal.wait(Math.max(0, nextRoundAt - performance.now()));
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
