import type { HealthCheck } from '../health/readiness.ts';

/** Whether a process is on its way out: it finishes what it has and takes nothing new. */
export interface Drain {
  isDraining: boolean;
}

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
