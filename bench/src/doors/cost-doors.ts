import { atMost, judge, meanOf, medianOver, quotient, type Goal } from '../measure/judge.ts';
import { costRounds, summarizeCosts, type CostedRound, type SliceRound } from '../measure/slice-costs.ts';
import type { Usage } from '../measure/usage.ts';
import { operations } from './door-operations.ts';
import { titleOf } from './measure-round.ts';

/** Processes that do the peer's work. The sandbox plays the controllers of both sides. */
const peerProcesses = ['peer', 'mongod', 'nats-server', 'sandbox'];

/** Limit: the cost of an operation, in multiples of a program without checks and events. */
const cpuLimit = 3;

function goalOf(operation: (typeof operations)[number], callers: number): Goal<CostedRound> {
  const cpuOf = (round: CostedRound, side: Parameters<typeof titleOf>[2]) =>
    round[titleOf(operation, callers, side)]?.totalCpuMs;
  return atMost(cpuLimit, `${operation}, ${callers} at once: CPU of all processes, ours / theirs`, (round) =>
    quotient(cpuOf(round, 'ours'), meanOf(cpuOf(round, 'theirs'), cpuOf(round, 'theirs again'))),
  );
}

/** Returns the ratio of two measurements of the peer, over all operations. */
function selfRatioOf(costed: readonly CostedRound[]): number {
  const pairs = costed.flatMap((round) =>
    Object.keys(round).map(
      (title) => [round[title]?.totalCpuMs, round[`${title} again`]?.totalCpuMs] as const,
    ),
  );
  return medianOver(pairs, ([one, other]) => quotient(one, other));
}

/**
 * Sums up the rounds of a run and compares both sides.
 *
 * @param idle activity of all processes without callers
 * @param ownProcesses the names of the system's processes
 */
export function costDoors(
  rounds: readonly SliceRound[],
  { idle, ownProcesses }: { idle: Usage; ownProcesses: readonly string[] },
  callerCounts: readonly number[],
) {
  const namesOf = (title: string) => (title.endsWith('ours') ? ownProcesses : peerProcesses);
  const costed = costRounds(rounds, idle, namesOf);
  const selfRatio = selfRatioOf(costed);
  const goals = operations.flatMap((operation) => callerCounts.map((callers) => goalOf(operation, callers)));
  return { costs: summarizeCosts(rounds, costed), selfRatio, comparisons: judge(goals, costed, selfRatio) };
}
