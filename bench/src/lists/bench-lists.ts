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

/** What a run has found. */
export interface ListFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rounds: number;
  sizes: Sizes;
  /** Medians, by subject. */
  costs: Record<string, Cost>;
  /** How long the first deep page of a process takes, in milliseconds. */
  firstDeepMs: number;
  /** How long it takes to skip its rows instead, and to count all. */
  skippedDeepMs: number;
  /** The first page at 1M against itself. */
  selfRatio: number;
  comparisons: Comparison[];
}

/** As many as the tables say. */
export const fullSizes: Sizes = { '10k': 10_000, '100k': 100_000, '1M': 1_000_000 };

async function pidOfStore(): Promise<number> {
  const status = await core.db?.admin().serverStatus();
  return Number(status?.['pid']);
}

/** Fills three tenants with units and measures what a page of them costs, side by side with what counts all of them. */
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
