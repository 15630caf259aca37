import { isolate } from '@pas/platform/background/isolate';
import { createFairPlaces, type FairPlaces } from '@pas/platform/concurrency/fair-places';
import { createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { withTrace } from '@pas/platform/trace/trace';
import { workContext, type Worker } from '../context/work-context.ts';
import { inTurns } from './in-turns.ts';
import { createSetAside } from './set-aside.ts';
import type { DueRow, Sweep } from './sweep.ts';

export interface SweepOptions extends Pick<Worker, 'service' | 'environment' | 'events' | 'log'> {
  /** Wait of the sweeper without work, in milliseconds. */
  everyMs: number;
  sweeps: readonly Sweep[];
}

/** The running sweeps. */
export interface RunningSweeps {
  /** Starts the sweeps that a signal wakes, without waiting for the next round. */
  wake(): void;
  stop(): Promise<void>;
}

/** Rows of a batch. */
const batchSize = 100;

/**
 * The maximum number of concurrent changes in this process: background work must leave capacity for requests. One tenant
 * alone gets four of the five places, so its slow rows leave one for the others.
 */
const [concurrency, weight] = [5, 4];

/** Rounds that a sweep looks ahead at most. */
const aheadRounds = 3;

/** Time after which a batch takes no further rows, in milliseconds. The next batch finds the tenants that are due then. */
const batchMs = 2000;

/** Takes the first row whose tenant may have a place; undefined if there is none. */
function takeRow(waiting: DueRow[], places: FairPlaces): DueRow | undefined {
  const at = waiting.findIndex(({ tenantId }) => places.tryTake([tenantId]) === 'taken');
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
}

/** Replicas start at different rows, so that they seldom process the same one. */
const shuffle = (rows: readonly DueRow[]): DueRow[] => {
  const from = Math.floor(Math.random() * rows.length);
  return [...rows.slice(from), ...rows.slice(0, from)];
};

/** Prepares to sweep one batch of rows. */
function batchSweeper({ service, environment, events, log, everyMs }: SweepOptions, signal: AbortSignal) {
  const worker = { service, name: 'Sweeper', environment, events, log };

  /** @returns whether a change was stored; null for a failure */
  const apply = async (sweep: Sweep, { id, tenantId }: DueRow): Promise<boolean | null> => {
    const ctx = workContext(worker, tenantId);
    const trace = { correlationId: ctx.correlationId, traceparent: null };
    const piece = { work: sweep.name, log, about: { id, tenantId } };
    return withTrace(trace, () => isolate(piece, () => sweep.apply(ctx, id)));
  };

  return (sweep: Sweep) => {
    const aside = createSetAside(everyMs);
    const places = createFairPlaces({ places: concurrency, weights: [weight] });
    const aheadMs = Math.min(everyMs * aheadRounds, sweep.leadMs ?? 0);
    let quietUntil = 0;
    /** The tenants of a full batch. The next batch takes rows of all others. */
    let busy: readonly string[] = [];
    /** Finds the due rows. A sweep that looks ahead rests until the next row is due. */
    const findDue = async (limit: number): Promise<readonly DueRow[]> => {
      const now = Date.now();
      const found = await sweep.findDue(new Date(now + aheadMs), limit, busy);
      const restsMs = found.map(({ dueAt }) => (dueAt ? dueAt.getTime() - now : 0));
      if (busy.length === 0) quietUntil = performance.now() + Math.max(0, Math.min(aheadMs, ...restsMs));
      return found.filter((_row, at) => (restsMs[at] ?? 0) <= 0);
    };
    const applyNext = async (waiting: DueRow[]): Promise<boolean> => {
      const until = performance.now() + batchMs;
      let hasStored = false;
      const hasTime = (): boolean => !signal.aborted && performance.now() < until;
      for (let row = takeRow(waiting, places); row; row = hasTime() ? takeRow(waiting, places) : undefined) {
        const isStored = await apply(sweep, row);
        places.release([row.tenantId]);
        if (isStored === null) aside.addFailed(row.id);
        else aside.remove(row.id);
        if (isStored === false) aside.addUnchanged(row.id);
        hasStored ||= isStored === true;
      }
      return hasStored;
    };
    /** Sweeps a batch. @returns whether more rows may be due */
    return async (isRound: boolean): Promise<boolean> => {
      if (performance.now() < quietUntil) return false;
      if (isRound) aside.beginRound();
      const found = await findDue(batchSize + aside.count());
      const rows = found.filter(({ id }) => !aside.has(id)).slice(0, batchSize);
      const waiting = inTurns(shuffle(rows));
      const isFull = rows.length === batchSize;
      const isOfOthers = busy.length > 0;
      busy = isFull && !isOfOthers ? [...new Set(rows.map(({ tenantId }) => tenantId))] : [];
      const stored = await Promise.all(Array.from({ length: concurrency }, async () => applyNext(waiting)));
      return isOfOthers || isFull || waiting.length > 0 || stored.includes(true);
    };
  };
}

/**
 * Applies due changes in the background until stopped. Every replica runs a sweeper, without a leader. The sweeps
 * alternate by batch, so a tenant with many rows delays no other sweep. Within a batch, tenants take turns. A full batch is
 * followed by one of the other tenants. Failed rows are set aside and do not block others.
 */
export function runSweeps(options: SweepOptions): RunningSweeps {
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
      if (due.length > 0 || signal.aborted) continue;
      const isSignaled = await wakeSignal.wait(Math.max(0, nextRoundAt - performance.now()));
      if (isSignaled) due = all.filter(({ sweep }) => sweep.isWoken);
    }
  };

  const done = loop();
  return {
    wake: () => wakeSignal.wake(),
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await done;
    },
  };
}
