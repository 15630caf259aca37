import { core } from '@pas/platform/mongo/connections';
import { openOwnDatabases } from '@pas/testing/test-databases';
import { atLeast, judge, medianOver, quotient, type Goal } from '../measure/judge.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { withMongod } from '../measure/with-mongod.ts';
import { fillUnits, type Sizes } from './fill-units.ts';
import { measureRounds, summarizeCost, type Cost, type Round } from './measure-rounds.ts';
import { listSubjects } from './subjects.ts';

export interface BenchLists {
  mongoUrl: string;
  rounds: number;
  sizes: Sizes;
}

/** Figures of a run. */
export interface ListFigures extends JudgedFigures {
  rounds: number;
  sizes: Sizes;
  /** Medians, by subject. */
  costs: Record<string, Cost>;
  /** Duration of the first deep page of a process, in milliseconds. */
  firstDeepMs: number;
  /** Duration when its rows are skipped instead, and all are counted. */
  skippedDeepMs: number;
}

/** Ratio of the costs of two subjects. */
const ratioOf =
  (above: string, below: string) =>
  (round: Round): number | undefined =>
    quotient(round[above]?.cpuMs, round[below]?.cpuMs);

const goals: readonly Goal<Round>[] = [
  atLeast(0.9, 'list of 50 at 10k / at 1M', ratioOf('list, 10k', 'list, 1M')),
  atLeast(20, 'lean + countDocuments / list, at 1M', ratioOf('lean + countDocuments, 1M', 'list, 1M')),
  atLeast(20, 'driver + countDocuments / list, at 1M', ratioOf('driver + countDocuments, 1M', 'list, 1M')),
  atLeast(0.8, 'first page / page at 90 % depth, at 1M', ratioOf('list, 1M', 'list at 90 % depth, 1M')),
];

/** Units of each tenant, as in the tables. */
const fullSizes: Sizes = { '10k': 10_000, '100k': 100_000, '1M': 1_000_000 };

async function pidOfStore(): Promise<number> {
  const status = await core.db?.admin().serverStatus();
  return Number(status?.['pid']);
}

/** Fills three tenants with units and measures the cost of a page, compared with lists that count all rows. */
export async function benchLists({ mongoUrl, rounds: count, sizes }: BenchLists): Promise<ListFigures> {
  const databases = await openOwnDatabases(mongoUrl);
  try {
    const tenants = await fillUnits(sizes);
    const { subjects, ...once } = await listSubjects(tenants, sizes);
    const rounds = await measureRounds(subjects, { rounds: count, storePid: await pidOfStore() });
    // The first page at 1M, at the start and the end of each round.
    const selfRatio = medianOver(rounds, ratioOf('list, 1M', 'list, 1M, again'));
    return {
      rounds: count,
      sizes,
      costs: Object.fromEntries(subjects.map(({ name }) => [name, summarizeCost(rounds, name)])),
      firstDeepMs: Math.round(once.firstDeepMs),
      skippedDeepMs: Math.round(once.skippedDeepMs),
      selfRatio,
      comparisons: judge(goals, rounds, selfRatio),
    };
  } finally {
    await databases.stop();
  }
}

/** Formats the figures of a run. */
export const formatLists = ({ rounds, costs, firstDeepMs, skippedDeepMs }: ListFigures): string[] => [
  `${rounds} rounds`,
  formatTable<[string, Cost]>(
    [
      ['a page of 50', ([name]) => name],
      ['CPU, ms', ([, cost]) => cost.cpuMs],
      ['of it the store’s', ([, cost]) => cost.storeCpuMs],
      ['elapsed, ms', ([, cost]) => cost.elapsedMs],
    ],
    Object.entries(costs),
  ),
  `first page at 90 % depth of a process: ${firstDeepMs} ms; lean + skip + countDocuments: ${skippedDeepMs} ms`,
];

export const lists = defineProgram({
  summary: 'cost of a page of a list at ten thousand, a hundred thousand and a million units',
  defaults: { rounds: 7 },
  measure: ({ rounds }) => withMongod((mongoUrl) => benchLists({ mongoUrl, rounds, sizes: fullSizes })),
  format: formatLists,
});
