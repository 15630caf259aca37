import { sum } from '../measure/cpu-times.ts';
import { judge, type Comparison, type Goal } from '../measure/judge.ts';
import type { ImportFigures } from './import-figures.ts';

type ImportMeasurement = Pick<ImportFigures, 'rows' | 'stages' | 'peer' | 'listP50Ms' | 'twoPlans'>;

/** Limit of the worker's memory for an import, in MiB. */
const memoryOf = ({ stages }: ImportMeasurement): number =>
  Math.max(...Object.values(stages).map(({ memory }) => memory.peak)) - stages.plan.memory.before;

const goals: readonly Goal<ImportMeasurement>[] = [
  {
    ratio: 'rows/s: commit of new rows / driver insertMany of the same documents',
    limit: 0.85,
    isCeiling: false,
    of: ({ peer, stages }) => peer.elapsedMs / stages.commit.elapsedMs,
  },
  {
    ratio: 'processor time of all processes: driver insertMany / commit',
    limit: 0.85,
    isCeiling: false,
    of: ({ peer, stages }) => sum(peer.cpuMs) / sum(stages.commit.cpuMs),
  },
  {
    ratio: 're-import of the same file / first import, rows/s',
    limit: 1,
    isCeiling: false,
    of: ({ stages: { plan, commit, replan } }) => (plan.elapsedMs + commit.elapsedMs) / replan.elapsedMs,
  },
  { ratio: 'memory that the worker takes for an import, MiB', limit: 200, isCeiling: true, of: memoryOf },
  {
    ratio: 'list of another tenant, p50 during the import / idle',
    limit: 2,
    isCeiling: true,
    of: ({ listP50Ms: { idle, meanwhile } }) => meanwhile / idle,
  },
  {
    ratio: 'plans of two tenants at once / one plan, elapsed',
    limit: 2.2,
    isCeiling: true,
    of: ({ twoPlans, stages }) => twoPlans.elapsedMs / stages.replan.elapsedMs,
  },
];

/** Compares the cost of imports with the goals. Each figure is of one run, so no A/A ratio exists. */
export const compareImports = (measured: ImportMeasurement): Comparison[] => judge(goals, [measured], 1);
