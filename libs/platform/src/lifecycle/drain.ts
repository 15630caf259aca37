import type { HealthCheck } from '../health/readiness.ts';

/** State of draining: a draining process finishes its requests and accepts no new ones. */
export interface Drain {
  isDraining: boolean;
  /** Aborts when the process accepts no more requests. Waiting work then ends. */
  readonly stopping: AbortController;
}

/** Makes the state of a process that is not draining. */
export const newDrain = (): Drain => ({ isDraining: false, stopping: new AbortController() });

/** Makes `/readyz` answer 503 as soon as the process drains, so that the gateway stops sending requests. */
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
