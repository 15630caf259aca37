import { sum } from '../measure/cpu-times.ts';
import { atLeast, atMost, judge, type Comparison, type Goal } from '../measure/judge.ts';
import type { Usage } from '../measure/usage.ts';
import type { Stage } from './run-import.ts';

/** Measurements of a run. */
export interface ImportMeasurement {
  rows: number;
  stages: { plan: Stage; commit: Stage; replan: Stage };
  /** The same rows by plain inserts. */
  peer: Usage;
  /** A list of another tenant, p50 in milliseconds: without and during the import. */
  listP50Ms: { idle: number; meanwhile: number };
  /** Plans of two tenants at once: time until both are there. */
  twoPlans: { elapsedMs: number };
}

/** Returns the memory of the worker for an import, in MiB. */
const memoryOf = ({ stages }: ImportMeasurement): number =>
  Math.max(...Object.values(stages).map(({ memory }) => memory.peak)) - stages.plan.memory.before;

const goals: readonly Goal<ImportMeasurement>[] = [
  atLeast(
    0.85,
    'rows/s: commit of new rows / driver insertMany of the same documents',
    ({ peer, stages }) => peer.elapsedMs / stages.commit.elapsedMs,
  ),
  atLeast(
    0.85,
    'processor time of all processes: driver insertMany / commit',
    ({ peer, stages }) => sum(peer.cpuMs) / sum(stages.commit.cpuMs),
  ),
  atLeast(
    1,
    're-import of the same file / first import, rows/s',
    ({ stages: { plan, commit, replan } }) => (plan.elapsedMs + commit.elapsedMs) / replan.elapsedMs,
  ),
  atMost(200, 'memory that the worker takes for an import, MiB', memoryOf),
  atMost(
    2,
    'list of another tenant, p50 during the import / idle',
    ({ listP50Ms: { idle, meanwhile } }) => meanwhile / idle,
  ),
  atMost(
    2.2,
    'plans of two tenants at once / one plan, elapsed',
    ({ twoPlans, stages }) => twoPlans.elapsedMs / stages.replan.elapsedMs,
  ),
];

/** Compares the cost of imports with the goals. Each figure is of one run, so no A/A ratio exists. */
export const compareImports = (measured: ImportMeasurement): Comparison[] => judge(goals, [measured], 1);
