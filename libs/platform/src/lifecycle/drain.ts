import type { HealthCheck } from '../health/readiness.ts';

/** Whether a process is draining: it finishes its requests and takes no new ones. */
export interface Drain {
  isDraining: boolean;
  /** Aborts when the process takes no more requests. Work that only waits then ends. */
  readonly stopping: AbortController;
}

/** Makes the state of a process that is not draining. */
export const newDrain = (): Drain => ({ isDraining: false, stopping: new AbortController() });

/** Makes `/readyz` answer 503 as soon as the process drains, so that the gateway sends it no more requests. */
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
