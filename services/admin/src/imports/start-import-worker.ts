import { createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { openLease } from '@pas/platform/leases/lease';
import { core } from '@pas/platform/mongo/connections';
import { withTrace } from '@pas/platform/trace/trace';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { workContext, type Worker } from '@pas/shared/context/work-context';
import { ImportModel, type ImportRow, type ImportStatus } from '@pas/shared/models/import';
import { countFailures, failImport } from './fail-import.ts';

/** Works on one import until it is in another state, or until the signal ends the work. A repeat continues it. */
export type ImportJob = (ctx: OperationContext, imported: ImportRow, signal: AbortSignal) => Promise<void>;

/** The work that each state of an import asks for. */
export type ImportJobs = Partial<Record<ImportStatus, ImportJob>>;

interface ImportWorkerOptions extends Pick<Worker, 'environment' | 'events' | 'log'> {
  jobs: ImportJobs;
  /** How often the worker looks for imports, in milliseconds. */
  everyMs: number;
}

/** Tenants whose imports one process works on at once. Each has one import at a time. */
const maxTenants = 8;

const [leaseMs, renewMs] = [15_000, 5000];

/** How many imports are looked at; of each tenant the oldest is next. */
const maxFound = 200;

async function findNext(states: readonly ImportStatus[]): Promise<ImportRow[]> {
  const waiting = await ImportModel.find({ status: { $in: [...states] } })
    .setOptions({ crossTenant: 'imports-by-status' })
    .sort({ expiresAt: 1 })
    .limit(maxFound)
    .lean<ImportRow[]>();
  return [...new Map(waiting.toReversed().map((row) => [row.tenantId, row])).values()];
}

/** Holds the lease of a tenant's imports while some work runs; the work ends when another process has the lease. */
async function asHolder(
  tenantId: string,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
) {
  const lease = openLease({ connection: core, name: `imports-${tenantId}`, ttlMs: leaseMs });
  if (!(await lease.acquire())) return;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    if (!(await lease.acquire().catch(() => true))) lost.abort();
  };
  const timer = setInterval(() => void renew(), renewMs);
  try {
    await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(timer);
    await lease.release().catch(() => undefined);
  }
}

/** Prepares the work on single imports, which counts failures and ends an import that fails always. */
function jobRunner(jobs: ImportJobs, worker: Worker) {
  const { log } = worker;
  const failures = countFailures();
  return async (imported: ImportRow, signal: AbortSignal): Promise<void> => {
    const { _id: id, tenantId } = imported;
    const ctx = workContext(worker, tenantId);
    const trace = { correlationId: ctx.correlationId, traceparent: null };
    try {
      await withTrace(trace, async () => jobs[imported.status]?.(ctx, imported, signal));
      failures.clear(id);
    } catch (err) {
      const isLast = failures.isLast({ _id: id, checkpoint: 0, invitedThrough: null }, err);
      log.warn({ err, id, isLast }, 'the work on an import failed');
      if (isLast) await failImport(ctx, imported);
    }
  };
}

/**
 * Works on the imports that wait for it, in the background, until stopped. Every replica runs one; a lease for each
 * tenant lets one replica work on one import of the tenant at a time, so that no tenant takes the places of others.
 */
export function startImportWorker(options: ImportWorkerOptions): { stop(): Promise<void> } {
  const { jobs, everyMs, environment, events, log } = options;
  const attempt = jobRunner(jobs, { service: 'admin', name: 'Import', environment, events, log });
  const states = Object.keys(jobs) as ImportStatus[];
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();

  const start = (imported: ImportRow): void => {
    const { tenantId } = imported;
    if (running.has(tenantId) || running.size >= maxTenants) return;
    const done = asHolder(tenantId, stopping.signal, async (signal) => attempt(imported, signal))
      .catch((err: unknown) => log.warn({ err }, 'the work on an import was interrupted'))
      .finally(() => {
        running.delete(tenantId);
      });
    running.set(tenantId, done);
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        for (const imported of await findNext(states)) start(imported);
      } catch (err) {
        log.warn({ err }, 'imports could not be looked for; it is tried again');
      }
      if (!stopping.signal.aborted) await wakeSignal.wait(everyMs);
    }
    await Promise.all(running.values());
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
