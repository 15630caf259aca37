import { setTimeout as pause } from 'node:timers/promises';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import type { ImportRow, ImportStatus } from '@pas/shared/models/import';

/** Job of one import, with its tools. */
export interface ImportWork {
  /** The import as the worker found it. */
  imported: ImportRow;
  /** Creates and sends invites. */
  onboarding: OnboardingSettings;
  /** Creates the context of one step, each with its own time. */
  context: () => OperationContext;
  /**
   * Waits before each step, so that the store has time for other requests.
   *
   * @throws WorkEnded when another worker has the import, or this one stops
   */
  proceed: () => Promise<void>;
}

/** Works on one import until its state changes. A repeated run continues from the checkpoint. */
export type ImportJob = (work: ImportWork) => Promise<void>;

/** Jobs of one kind. Each lane has its own slots, so that one kind does not wait for another. */
export interface ImportLane {
  name: string;
  /** The job for each state of an import. */
  jobs: Partial<Record<ImportStatus, ImportJob>>;
  /** The maximum number of concurrent imports in one process, each of another tenant. */
  maxAtOnce: number;
}

/** Thrown when a worker may not continue an import. */
export class WorkEnded extends Error {
  override readonly name = 'WorkEnded';
}

/**
 * Share of its time for which an import pauses. It is small, because an import has only one statement and one
 * read-ahead in progress. The store serves other requests meanwhile.
 */
const restShare = 0.02;

/** Creates the pause before each step: a share of the last step's duration. */
export function proceedUntil(signal: AbortSignal): ImportWork['proceed'] {
  let endedAt: number | null = null;
  return async () => {
    if (endedAt !== null) await pause((performance.now() - endedAt) * restShare);
    endedAt = performance.now();
    if (signal.aborted) throw new WorkEnded('The worker stops, or another one has the import.');
  };
}
