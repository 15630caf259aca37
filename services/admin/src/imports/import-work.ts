import { setTimeout as pause } from 'node:timers/promises';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Onboarding } from '@pas/shared/invites/onboarding';
import type { ImportRow, ImportStatus } from '@pas/shared/models/import';

/** The work on one import, as its worker hands it to a job. */
export interface ImportWork {
  /** The import as the worker has found it. */
  imported: ImportRow;
  /** How invites are made and sent. */
  onboarding: Onboarding;
  /** Makes the context of one step; each sees a time of its own. */
  context: () => OperationContext;
  /**
   * Waits before each step, so that the store has time for others.
   *
   * @throws WorkEnded where another worker has the import, or this one stops
   */
  proceed: () => Promise<void>;
}

/** Works on one import until it is in another state. A repeat continues where the last one ended. */
export type ImportJob = (work: ImportWork) => Promise<void>;

/** Jobs of one kind. They share places of their own, so that one kind does not wait for the other. */
export interface ImportLane {
  name: string;
  /** The job that each state of an import asks for. */
  jobs: Partial<Record<ImportStatus, ImportJob>>;
  /** How many imports one process works on at once, each of another tenant. */
  maxAtOnce: number;
}

/** Thrown by a step of an import that this worker may not go on with. */
export class WorkEnded extends Error {
  override readonly name = 'WorkEnded';
}

/**
 * The share of its time in which an import leaves the store to others. It is small: an import has one statement under way,
 * with the reads of its next rows beside it, and others are served meanwhile.
 */
const restShare = 0.02;

/** Makes the wait before each step: it rests for a part of the time that the last step has taken. */
export function proceedUntil(signal: AbortSignal): ImportWork['proceed'] {
  let endedAt: number | null = null;
  return async () => {
    if (endedAt !== null) await pause((performance.now() - endedAt) * restShare);
    endedAt = performance.now();
    if (signal.aborted) throw new WorkEnded('The worker stops, or another one has the import.');
  };
}
