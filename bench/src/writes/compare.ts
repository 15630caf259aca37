import { sum } from '../measure/cpu-times.ts';
import {
  atLeast,
  atMost,
  judge,
  meanOf,
  medianOver,
  quotient,
  type Comparison,
  type Goal,
} from '../measure/judge.ts';
import { countCallers } from '../measure/load-result.ts';
import { costRounds, type CostedRound } from '../measure/slice-costs.ts';
import { totalUsage } from '../measure/usage.ts';
import {
  againTitle,
  callerCounts,
  peerProcesses,
  peerTitle,
  rows,
  titleOf,
  type Round,
  type Row,
} from './measure-rounds.ts';

/** The commands that move data: the statements of a write and their commit. */
export const statements = ['find', 'getMore', 'update', 'insert', 'commitTransaction'];

/** Subtracts the idle cost of the whole run from each slice: one round is too short for an exact reading. */
export const costWrites = (rounds: readonly Round[], systemProcesses: readonly string[]): CostedRound[] =>
  costRounds(
    rounds.map(({ slices }) => slices),
    totalUsage(rounds.map(({ idle }) => idle)),
    (title) => (title.startsWith('peer') ? peerProcesses : systemProcesses),
  );

type Figure = 'perSecond' | 'totalCpuMs';

/** Returns two measurements of the peer: before ours and after it. */
const peerFigures = (round: CostedRound, callers: number, figure: Figure) =>
  [round[peerTitle(callers)]?.[figure], round[againTitle(callers)]?.[figure]] as const;

const ratioToPeer =
  (row: Row, figure: Figure) =>
  (round: CostedRound): number | undefined =>
    quotient(round[titleOf(row)]?.[figure], meanOf(...peerFigures(round, row.callers, figure)));

/** Returns the ratio of the peer before ours and after it: 1 on a steady machine. */
const selfRatio = (rounds: readonly CostedRound[], callers: number, figure: Figure): number =>
  medianOver(rounds, (round) => quotient(...peerFigures(round, callers, figure)));

const rateLimits: Readonly<Record<string, number>> = {
  'create, 1 caller': 0.6,
  'create, 8 callers': 0.5,
  'create, 32 callers': 0.6,
};
const otherRateLimit = 0.4;

const rateGoal = (row: Row): Goal<CostedRound> =>
  atLeast(
    rateLimits[titleOf(row)] ?? otherRateLimit,
    `${titleOf(row)}: writes/s, ours / theirs`,
    ratioToPeer(row, 'perSecond'),
  );

const cpuGoal = (row: Row): Goal<CostedRound> =>
  atMost(2, `${titleOf(row)}: CPU per write, ours / theirs`, ratioToPeer(row, 'totalCpuMs'));

const busiest = 'create, 32 callers';

/** Counts, not times: an unsteady machine doesn't change them. */
const countedGoals: readonly Goal<CostedRound>[] = [
  atMost(0.05, `${busiest}: transactions aborted per write`, (round) => round[busiest]?.aborted),
  atMost(9, `${busiest}: finds + getMores + updates + inserts + commits per write`, (round) => {
    const cost = round[busiest];
    return cost && sum(cost.commands, statements);
  }),
];

/** Compares each kind of write with the peer at as many callers, round by round. */
export function compareWrites(rounds: readonly CostedRound[]) {
  const judgeRows = (figure: Figure, toGoal: (row: Row) => Goal<CostedRound>, of: readonly Row[]) =>
    of.flatMap((row) => judge([toGoal(row)], rounds, selfRatio(rounds, row.callers, figure)));
  const creations = rows.filter(({ scenario }) => scenario === 'create');
  const comparisons: Comparison[] = [
    ...judgeRows('perSecond', rateGoal, rows),
    ...judgeRows('totalCpuMs', cpuGoal, creations),
    ...judge(countedGoals, rounds, 1),
  ];
  const selfRatios = callerCounts.flatMap((callers) => [
    [`${countCallers(callers)}: writes/s`, selfRatio(rounds, callers, 'perSecond')] as const,
    [`${countCallers(callers)}: CPU`, selfRatio(rounds, callers, 'totalCpuMs')] as const,
  ]);
  return { selfRatio: Object.fromEntries(selfRatios), comparisons };
}
