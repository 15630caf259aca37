import { setTimeout as pause } from 'node:timers/promises';
import { createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { openLease, type Lease } from '@pas/platform/leases/lease';
import { core } from '@pas/platform/mongo/connections';
import { withTrace } from '@pas/platform/trace/trace';
import { workContext, type Worker } from '@pas/shared/context/work-context';
import type { Onboarding } from '@pas/shared/invites/onboarding';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { countFailures, failImport } from '../imports/fail-import.ts';
import { runRevert } from '../imports/revert/run-revert.ts';
import { runCommit, type ImportWork } from '../imports/commit/run-commit.ts';

export interface ExecuteImports extends Pick<Worker, 'environment' | 'events' | 'log'> {
  /** How long the worker waits before it looks for imports again, in milliseconds. */
  everyMs: number;
  onboarding: Onboarding;
  /** How long an import that has failed waits for its next try, in milliseconds. */
  retryMs?: number;
}

/** Imports that one process executes at once, each of another tenant: the rest of its work goes on beside them. */
const maxAtOnce = 2;

/** How long an import whose worker has died waits for another one, and how often a worker renews its right to it. */
const [leaseMs, renewMs] = [10_000, 2000];

/** The share of its time in which an import leaves the store to others. */
const restShare = 0.25;

/** How long an import that has failed waits for its next try unless said otherwise, in milliseconds. */
const usualRetryMs = 2000;

/** Thrown by a step of an import that this worker may not go on with. */
class WorkEnded extends Error {
  override readonly name = 'WorkEnded';
}

type DueImport = Pick<ImportRow, '_id' | 'tenantId' | 'status'>;

/** The imports that wait to be executed, of all tenants, the oldest first. */
async function findDue(): Promise<DueImport[]> {
  return ImportModel.find({ status: { $in: ['COMMITTING', 'REVERTING'] } }, { tenantId: 1, status: 1 })
    .setOptions({ crossTenant: 'imports-by-status' })
    .sort({ _id: 1 })
    .limit(200)
    .lean<DueImport[]>();
}

/**
 * Makes the check before each step: it renews the lease, rests for a part of the time that the last step has taken, and
 * ends work that another worker has or that stops.
 */
function proceedWith(lease: Lease, signal: AbortSignal): ImportWork['proceed'] {
  let renewAt = performance.now() + renewMs;
  let endedAt: number | null = null;
  return async () => {
    const now = performance.now();
    if (endedAt !== null) await pause((now - endedAt) * restShare);
    endedAt = performance.now();
    if (signal.aborted) throw new WorkEnded('The worker stops.');
    if (endedAt < renewAt) return;
    if (!(await lease.acquire())) throw new WorkEnded('Another worker has the import.');
    renewAt = performance.now() + renewMs;
  };
}

/** Prepares the execution of single imports, which counts failures and ends an import that fails always. */
function importExecutor(options: ExecuteImports, stopping: AbortSignal) {
  const { environment, events, log, onboarding, retryMs = usualRetryMs } = options;
  const worker = { service: 'admin', name: 'Imports', environment, events, log };
  const failures = countFailures();
  return async ({ _id: importId, tenantId, status }: DueImport): Promise<void> => {
    const lease = openLease({ connection: core, name: `import ${importId}`, ttlMs: leaseMs });
    if (!(await lease.acquire())) return;
    const first = workContext(worker, tenantId);
    const { correlationId } = first;
    const context = () => ({ ...first, now: new Date() });
    const work = { importId, onboarding, context, proceed: proceedWith(lease, stopping) };
    try {
      await withTrace({ correlationId, traceparent: null }, () => run(status, work));
      failures.clear(importId);
    } catch (err) {
      if (err instanceof WorkEnded) return;
      log.warn({ err, importId }, 'an import was interrupted');
      const found = ImportModel.findOne({ _id: importId, tenantId }).lean<ImportRow>();
      const current = await found.catch(() => null);
      if (current && failures.isLast(current, err))
        return await failImport(context(), { _id: importId, status });
      await pause(retryMs, undefined, { signal: stopping }).catch(() => undefined);
    } finally {
      await lease.release().catch(() => undefined);
    }
  };
}

/**
 * Executes the imports whose commit or revert was asked for, in the background, until stopped. Every replica looks for
 * them; a lease gives each import to one of them, and when that dies to another one. Each step is a transaction of its
 * own that moves the import's checkpoint, so two workers with one import do nothing twice.
 */
export function startExecutingImports(options: ExecuteImports): { stop(): Promise<void> } {
  const { everyMs, log } = options;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  const execute = importExecutor(options, stopping.signal);
  /** The running imports, by tenant. */
  const running = new Map<string, Promise<void>>();

  const start = (due: DueImport): void => {
    const done = execute(due).catch((err: unknown) => log.warn({ err }, 'an import could not be taken'));
    running.set(due.tenantId, done);
    void done.finally(() => {
      running.delete(due.tenantId);
      wakeSignal.wake();
    });
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const due = await findDue().catch((): DueImport[] => []);
      for (const each of due) if (running.size < maxAtOnce && !running.has(each.tenantId)) start(each);
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

/** Executes an import as far as its state asks for. */
async function run(status: ImportRow['status'], work: ImportWork): Promise<void> {
  await (status === 'REVERTING' ? runRevert(work) : runCommit(work));
}
