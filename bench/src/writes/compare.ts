import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { sum } from '../measure/cpu-times.ts';
import { median } from '../measure/median.ts';
import { costOf, peerProcesses, statements, type WriteCost } from './cost-of.ts';
import { againTitle, peerTitle, rows, titleOf, type Round, type Row } from './measure-rounds.ts';
import { totalUsage } from '../measure/usage.ts';

/** Cost of a write in each slice of a round, by its title, without slices that don't count. */
export type CostedRound = Readonly<Record<string, WriteCost | undefined>>;

const isOfPeer = (title: string): boolean => title.startsWith('peer');

/** Subtracts the idle cost of the whole run from each slice: one round is too short for an exact reading. */
export function costRounds(rounds: readonly Round[], systemProcesses: readonly string[]): CostedRound[] {
  const idle = totalUsage(rounds.map((round) => round.idle));
  return rounds.map(({ slices }) => {
    const costs = Object.entries(slices).map(([title, slice]) => {
      const names = isOfPeer(title) ? peerProcesses : systemProcesses;
      return [title, costOf(slice, idle, names)];
    });
    return Object.fromEntries(costs) as CostedRound;
  });
}

type Figure = 'writesPerSecond' | 'totalCpuMs';

/** The peer at the time of ours: the mean of before and after. */
function peerFigure(round: CostedRound, callers: number, figure: Figure): number | undefined {
  const [one, other] = [round[peerTitle(callers)]?.[figure], round[againTitle(callers)]?.[figure]];
  return one !== undefined && other !== undefined ? (one + other) / 2 : (one ?? other);
}

const ratioToPeer =
  (row: Row, figure: Figure) =>
  (round: CostedRound): number | undefined => {
    const [ours, theirs] = [round[titleOf(row)]?.[figure], peerFigure(round, row.callers, figure)];
    return ours !== undefined && theirs ? ours / theirs : undefined;
  };

/** Ratio of the peer before ours and after it: 1 on a steady machine. */
export function selfRatio(rounds: readonly CostedRound[], callers: number, figure: Figure): number {
  const ratios = rounds.flatMap((round) => {
    const [one, other] = [round[peerTitle(callers)]?.[figure], round[againTitle(callers)]?.[figure]];
    return one && other ? [one / other] : [];
  });
  return twoPlaces(median(ratios));
}

const rateLimits: Readonly<Record<string, number>> = {
  'create, 1 caller': 0.6,
  'create, 8 callers': 0.5,
  'create, 32 callers': 0.6,
};
const otherRateLimit = 0.4;

function rateGoal(row: Row): Goal<CostedRound> {
  const ratio = `${titleOf(row)}: writes/s, ours / theirs`;
  const limit = rateLimits[titleOf(row)] ?? otherRateLimit;
  return { ratio, limit, isCeiling: false, of: ratioToPeer(row, 'writesPerSecond') };
}

function cpuGoal(row: Row): Goal<CostedRound> {
  const ratio = `${titleOf(row)}: CPU per write, ours / theirs`;
  return { ratio, limit: 2, isCeiling: true, of: ratioToPeer(row, 'totalCpuMs') };
}

const busiest: Row = { scenario: 'create', callers: 32 };

/** Counts, not times: an unsteady machine doesn't change them. */
const countedGoals: readonly Goal<CostedRound>[] = [
  {
    ratio: `${titleOf(busiest)}: transactions aborted per write`,
    limit: 0.05,
    isCeiling: true,
    of: (round) => round[titleOf(busiest)]?.aborted,
  },
  {
    ratio: `${titleOf(busiest)}: finds + getMores + updates + inserts + commits per write`,
    limit: 9,
    isCeiling: true,
    of: (round) => {
      const cost = round[titleOf(busiest)];
      return cost && sum(cost.commands, statements);
    },
  },
];

/** Compares each kind of write with the peer at as many callers, round by round. */
export function compareWrites(rounds: readonly CostedRound[]): Comparison[] {
  const judgeRows = (figure: Figure, toGoal: (row: Row) => Goal<CostedRound>, of: readonly Row[]) =>
    of.flatMap((row) => judge([toGoal(row)], rounds, selfRatio(rounds, row.callers, figure)));
  const creations = rows.filter(({ scenario }) => scenario === 'create');
  return [
    ...judgeRows('writesPerSecond', rateGoal, rows),
    ...judgeRows('totalCpuMs', cpuGoal, creations),
    ...judge(countedGoals, rounds, 1),
  ];
}
