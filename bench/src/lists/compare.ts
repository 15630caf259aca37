import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { median } from '../measure/median.ts';
import type { Round } from './measure-rounds.ts';

/** Ratio of the costs of two subjects. */
const ratioOf = (above: string, below: string) => (round: Round) => {
  const [cost, base] = [round[above]?.cpuMs, round[below]?.cpuMs];
  return cost !== undefined && base ? cost / base : undefined;
};

const goals: readonly Goal<Round>[] = [
  {
    ratio: 'list of 50 at 10k / at 1M',
    limit: 0.9,
    isCeiling: false,
    of: ratioOf('list, 10k', 'list, 1M'),
  },
  {
    ratio: 'lean + countDocuments / list, at 1M',
    limit: 20,
    isCeiling: false,
    of: ratioOf('lean + countDocuments, 1M', 'list, 1M'),
  },
  {
    ratio: 'driver + countDocuments / list, at 1M',
    limit: 20,
    isCeiling: false,
    of: ratioOf('driver + countDocuments, 1M', 'list, 1M'),
  },
  {
    ratio: 'first page / page at 90 % depth, at 1M',
    limit: 0.8,
    isCeiling: false,
    of: ratioOf('list, 1M', 'list at 90 % depth, 1M'),
  },
];

/** Ratio of the first page at 1M between start and end of each round: 1 on a steady machine. */
export function selfRatio(rounds: readonly Round[]): number {
  const of = ratioOf('list, 1M', 'list, 1M, again');
  return twoPlaces(median(rounds.flatMap((round) => of(round) ?? [])));
}

/** Compares lists by their size and depth, and with lists that count all rows. */
export function compareLists(rounds: readonly Round[]): Comparison[] {
  return judge(goals, rounds, selfRatio(rounds));
}
