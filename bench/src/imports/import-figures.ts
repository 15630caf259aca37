import type { Comparison } from '../measure/judge.ts';
import type { describeMachine } from '../measure/machine.ts';
import type { Usage } from '../measure/usage.ts';
import type { Stage } from './run-import.ts';

/** Figures of a run. */
export interface ImportFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rows: number;
  stages: { plan: Stage; commit: Stage; replan: Stage };
  /** The same rows by plain inserts. */
  peer: Usage;
  /** A list of another tenant, p50 in milliseconds: without and during the import. */
  listP50Ms: { idle: number; meanwhile: number };
  /** Plans of two tenants at once: seconds until both are there. */
  twoPlans: { elapsedMs: number };
  comparisons: Comparison[];
}
