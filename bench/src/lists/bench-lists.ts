import { core } from '@pas/platform/mongo/connections';
import { openOwnDatabases } from '@pas/testing/test-databases';
import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { compareLists, selfRatio } from './compare.ts';
import { fillUnits, type Sizes } from './fill-units.ts';
import { measureRounds, summarizeCost, type Cost } from './measure-rounds.ts';
import { listSubjects } from './subjects.ts';

export interface BenchLists {
  mongoUrl: string;
  rounds: number;
  sizes: Sizes;
}

/** Figures of a run. */
export interface ListFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rounds: number;
  sizes: Sizes;
  /** Medians, by subject. */
  costs: Record<string, Cost>;
  /** Duration of the first deep page of a process, in milliseconds. */
  firstDeepMs: number;
  /** Duration when its rows are skipped instead, and all are counted. */
  skippedDeepMs: number;
  /** Ratio of two measurements of the first page at 1M. */
  selfRatio: number;
  comparisons: Comparison[];
}

/** Units of each tenant, as in the tables. */
export const fullSizes: Sizes = { '10k': 10_000, '100k': 100_000, '1M': 1_000_000 };

async function pidOfStore(): Promise<number> {
  const status = await core.db?.admin().serverStatus();
  return Number(status?.['pid']);
}

/** Fills three tenants with units and measures the cost of a page, beside lists that count all rows. */
export async function benchLists({ mongoUrl, rounds: count, sizes }: BenchLists): Promise<ListFigures> {
  const before = loadAverage();
  const databases = await openOwnDatabases(mongoUrl);
  try {
    const tenants = await fillUnits(sizes);
    const { subjects, ...once } = await listSubjects(tenants, sizes);
    const rounds = await measureRounds(subjects, { rounds: count, storePid: await pidOfStore() });
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: { before, after: loadAverage() },
      rounds: count,
      sizes,
      costs: Object.fromEntries(subjects.map(({ name }) => [name, summarizeCost(rounds, name)])),
      firstDeepMs: Math.round(once.firstDeepMs),
      skippedDeepMs: Math.round(once.skippedDeepMs),
      selfRatio: selfRatio(rounds),
      comparisons: compareLists(rounds),
    };
  } finally {
    await databases.stop();
  }
}
