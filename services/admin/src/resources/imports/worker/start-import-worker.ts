import { isolate, recordFailure } from '@pas/platform/background/isolate';
import { createPace, createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { core } from '@pas/platform/mongo/connections';
import { openLease, type Lease } from '@pas/platform/leases/lease';
import { withTrace } from '@pas/platform/trace/trace';
import { workContext, type Worker } from '@pas/shared/context/work-context';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { ImportModel, type ImportRow, type ImportStatus } from '@pas/shared/models/import';
import { hasImportIn, importChooser } from './choose-import.ts';
import { countFailures, failImport } from './fail-import.ts';
import { importLanes } from './import-lanes.ts';
import { timeJob } from './import-metrics.ts';
import { proceedUntil, WorkEnded, type ImportLane } from '../import-work.ts';

export interface ImportWorkerOptions extends Pick<Worker, 'environment' | 'events' | 'log'> {
  onboarding: OnboardingSettings;
  /** Shortest interval between looks for imports, in milliseconds. It doubles while none waits. */
  everyMs: number;
  /** The longest interval, in milliseconds. Default `2 * everyMs`. */
  restMs?: number;
  /** Wait before a failed import is retried, in milliseconds. */
  retryMs?: number;
  lanes?: readonly ImportLane[];
}

/** The running worker. */
export interface RunningImportWorker {
  /** Looks for imports now. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Duration of a lease, after which another worker resumes the import, and its renewal interval, in
 * milliseconds.
 */
const [leaseMs, renewMs] = [10_000, 2000];

/**
 * Runs work while a lease is held. Its signal aborts when another process has the lease, or this one stops.
 */
async function whileHeld<Result>(
  lease: Lease,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    if (!(await lease.acquire().catch(() => true))) lost.abort();
  };
  const timer = setInterval(() => void renew(), renewMs);
  try {
    return await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(timer);
    await lease.release().catch(() => undefined);
  }
}

/** Creates the runner of single imports. It counts failures and ends an import that fails repeatedly. */
function jobRunner(options: ImportWorkerOptions) {
  const { environment, events, log, onboarding } = options;
  const worker = { service: 'admin', name: 'Imports', environment, events, log };
  const failures = countFailures();
  /** @returns whether the import has failed and will be retried */
  return async (lane: ImportLane, imported: ImportRow, signal: AbortSignal): Promise<boolean> => {
    const { _id: importId, tenantId, status } = imported;
    const first = workContext(worker, tenantId);
    const { correlationId } = first;
    const context = () => ({ ...first, now: new Date() });
    const work = { imported, onboarding, context, proceed: proceedUntil(signal) };
    const endJob = timeJob(status);
    try {
      await withTrace({ correlationId, traceparent: null }, async () => lane.jobs[status]?.(work));
      failures.clear(importId);
      endJob('done');
      return false;
    } catch (err) {
      if (err instanceof WorkEnded) return false;
      endJob('failed');
      recordFailure({ work: 'imports', log, about: { tenantId, importId } }, err);
      const found = ImportModel.findOne({ _id: importId, tenantId }).lean<ImportRow>();
      const current = await found.catch(() => null);
      const isLast = current !== null && failures.isLast(current, err);
      if (isLast) await failImport(context(), current);
      return !isLast;
    }
  };
}

/** Starts the imports of one lane for which this process has a slot and gets the lease. */
function laneFiller(options: ImportWorkerOptions, stopping: AbortSignal, onDone: () => void) {
  const { log } = options;
  const attempt = jobRunner(options);
  return (lane: ImportLane, running: Map<string, Promise<void>>) => {
    const chooser = importChooser(Object.keys(lane.jobs) as ImportStatus[], options.retryMs);
    return async (): Promise<void> => {
      const seen = new Set(running.keys());
      while (running.size < lane.maxAtOnce && !stopping.aborted) {
        const imported = await chooser.next([...seen]);
        if (!imported) return;
        const { tenantId } = imported;
        seen.add(tenantId);
        const lease = openLease({
          connection: core,
          name: `${lane.name} imports ${tenantId}`,
          ttlMs: leaseMs,
        });
        if (!(await lease.acquire())) continue;
        const piece = { work: 'imports', log, about: { tenantId, importId: imported._id } };
        const work = () => whileHeld(lease, stopping, async (signal) => attempt(lane, imported, signal));
        const done = isolate(piece, work).then((hasFailed) => {
          chooser.record(tenantId, hasFailed ?? true);
          running.delete(tenantId);
          onDone();
        });
        running.set(tenantId, done);
      }
    };
  };
}

/**
 * Works on waiting imports in the background, until stopped. Every replica runs one. A lease per tenant and
 * lane limits each tenant to one import at a time, the oldest first. So no tenant takes the slots of others.
 * Each step moves the checkpoint of its import, so two workers never execute a step twice.
 */
export function startImportWorker(options: ImportWorkerOptions): RunningImportWorker {
  const { everyMs, restMs = 2 * everyMs, log, lanes = importLanes } = options;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  const pace = createPace(wakeSignal, { fromMs: everyMs, toMs: restMs });
  const states = lanes.flatMap(({ jobs }) => Object.keys(jobs) as ImportStatus[]);
  const fillerOf = laneFiller(options, stopping.signal, () => wakeSignal.wake());
  const fillers = lanes.map((lane) => {
    const running = new Map<string, Promise<void>>();
    return {
      running,
      fill: fillerOf(lane, running),
      piece: { work: 'imports', log, about: { lane: lane.name } },
    };
  });

  /** Fills the lanes if any import waits. One read decides. */
  const look = async (): Promise<void> => {
    if (!(await hasImportIn(states))) return;
    pace.reset();
    for (const { fill, piece } of fillers) await isolate(piece, fill);
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await isolate({ work: 'imports', log, about: {} }, look);
      if (!stopping.signal.aborted) await pace.rest();
    }
    await Promise.all(fillers.flatMap(({ running }) => [...running.values()]));
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
