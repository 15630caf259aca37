import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { totalStatuses } from '../measure/load-result.ts';
import { median } from '../measure/median.ts';
import { medians } from '../measure/medians.ts';
import { percentile } from '../measure/percentile.ts';
import type { Usage } from '../measure/usage.ts';
import { costOf, type WriteCost } from '../writes/cost-of.ts';
import { operations } from './door-operations.ts';
import { titleOf, type DoorRound } from './measure-round.ts';

/** Cost and duration of one operation. */
export interface DoorCost {
  /** Processor time by process, in milliseconds. */
  cpuMs: Readonly<Record<string, number>>;
  totalCpuMs: number;
  /** Statements by name. */
  commands: Readonly<Record<string, number>>;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  statuses: Readonly<Record<string, number>>;
}

/** Costs of the rounds of a run. */
export interface DoorCosts {
  /** Costs by title, such as `unlock, 8 callers, ours`. */
  costs: Record<string, DoorCost>;
  /** Ratio of two measurements of the peer. */
  selfRatio: number;
  comparisons: Comparison[];
}

type CostedRound = Readonly<Record<string, WriteCost | undefined>>;

/** Processes that do the peer's work. The sandbox plays the controllers of both sides. */
const peerProcesses = ['peer', 'mongod', 'nats-server', 'sandbox'];

/** Limit: the cost of an operation, in multiples of a program without checks and events. */
const cpuLimit = 3;

function summarize(title: string, rounds: readonly DoorRound[], costed: readonly CostedRound[]): DoorCost {
  const loads = rounds.flatMap((round) => round[title]?.load ?? []);
  const costs = costed.flatMap((round) => round[title] ?? []);
  const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    cpuMs: medians(costs.map(({ cpuMs }) => cpuMs)),
    totalCpuMs: median(costs.map(({ totalCpuMs }) => totalCpuMs)),
    commands: medians(costs.map(({ commands }) => commands)),
    perSecond: median(costs.map(({ writesPerSecond }) => writesPerSecond)),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    statuses: totalStatuses(loads),
  };
}

function goalOf(operation: (typeof operations)[number], callers: number): Goal<CostedRound> {
  const cpuOf = (round: CostedRound, side: Parameters<typeof titleOf>[2]) =>
    round[titleOf(operation, callers, side)]?.totalCpuMs;
  return {
    ratio: `${operation}, ${callers} at once: CPU of all processes, ours / theirs`,
    limit: cpuLimit,
    isCeiling: true,
    of(round) {
      const [ours, one, other] = [cpuOf(round, 'ours'), cpuOf(round, 'theirs'), cpuOf(round, 'theirs again')];
      const theirs = one !== undefined && other !== undefined ? (one + other) / 2 : (one ?? other);
      return ours !== undefined && theirs ? ours / theirs : undefined;
    },
  };
}

function selfRatioOf(costed: readonly CostedRound[]): number {
  const ratios = costed.flatMap((round) =>
    Object.keys(round).flatMap((title) => {
      const [one, other] = [round[title]?.totalCpuMs, round[`${title} again`]?.totalCpuMs];
      return one && other ? [one / other] : [];
    }),
  );
  return twoPlaces(median(ratios));
}

/**
 * Sums up the rounds of a run and compares both sides.
 *
 * @param idle activity of all processes without callers
 * @param ownProcesses the names of the system's processes
 */
export function costDoors(
  rounds: readonly DoorRound[],
  { idle, ownProcesses }: { idle: Usage; ownProcesses: readonly string[] },
  callerCounts: readonly number[],
): DoorCosts {
  const titles = Object.keys(rounds[0] ?? {});
  const namesOf = (title: string) => (title.endsWith('ours') ? ownProcesses : peerProcesses);
  const costed = rounds.map((round): CostedRound =>
    Object.fromEntries(titles.map((title) => [title, costOf(round[title], idle, namesOf(title))])),
  );
  const selfRatio = selfRatioOf(costed);
  const goals = operations.flatMap((operation) => callerCounts.map((callers) => goalOf(operation, callers)));
  return {
    costs: Object.fromEntries(titles.map((title) => [title, summarize(title, rounds, costed)])),
    selfRatio,
    comparisons: judge(goals, costed, selfRatio),
  };
}
