import type { HealthCheck } from '../health/readiness.ts';

/** Whether a process is on its way out: it finishes what it has and takes nothing new. */
export interface Drain {
  isDraining: boolean;
  /** Aborts when no new request is taken any more: what only waits ends then. */
  readonly stopping: AbortController;
}

/** A process that is not on its way out. */
export const newDrain = (): Drain => ({ isDraining: false, stopping: new AbortController() });

/** Turns `/readyz` red as soon as the process drains, so that the gateway sends it nothing more. */
export function drainCheck(drain: Drain): HealthCheck {
  return {
    name: 'draining',
    isCritical: true,
    check: () => {
      if (drain.isDraining) throw new Error('is shutting down');
      return undefined;
    },
  };
}
