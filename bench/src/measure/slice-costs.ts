import { scale, subtract, sum, type CpuTimes } from './cpu-times.ts';
import { formatStatuses, hasTimedOut, totalStatuses, type LoadResult } from './load-result.ts';
import { median } from './median.ts';
import { medians, threePlaces } from './medians.ts';
import { formatLatency, latencyOf, type Latency } from './percentile.ts';
import type { Column } from './report.ts';
import { startMeter, withoutIdle, type MeterSubjects, type Usage } from './usage.ts';

/** One load and its cost. */
export interface Slice {
  load: LoadResult;
  /** From the first request until all effects of the load are stored. */
  usage: Usage;
}

/** The slices of a round, by title. */
export type SliceRound = Readonly<Record<string, Slice>>;

/**
 * Measures a load.
 *
 * @param follow waits for the effects of the load, and returns the commands of its own reads
 */
export async function measureSlice(
  metered: MeterSubjects,
  call: () => Promise<LoadResult>,
  follow: (load: LoadResult) => Promise<Readonly<Record<string, number>>> = async () => ({}),
): Promise<Slice> {
  const endMeter = await startMeter(metered);
  const load = await call();
  const reads = await follow(load);
  const usage = await endMeter();
  return { load, usage: { ...usage, commands: subtract(usage.commands, reads) } };
}

/** Cost of one operation. */
export interface SliceCost {
  perSecond: number;
  /** Processor time by process, in milliseconds, without the idle cost. */
  cpuMs: CpuTimes;
  /** Processor time of all processes. */
  totalCpuMs: number;
  /** Commands to mongod, by name. */
  commands: Readonly<Record<string, number>>;
  /** Transactions rolled back. */
  aborted: number;
  committed: number;
}

/** The costs of a round, by title, without slices that don't count. */
export type CostedRound = Readonly<Record<string, SliceCost | undefined>>;

/**
 * Computes the cost of an operation of a slice.
 *
 * @param names the processes that did the work
 * @returns undefined for a slice that doesn't count: nothing succeeded, or a request got no answer in time
 */
export function costOf({ load, usage }: Slice, idle: Usage, names: readonly string[]): SliceCost | undefined {
  if (load.succeeded === 0 || hasTimedOut(load)) return undefined;
  const net = withoutIdle(usage, idle);
  const share = 1 / load.succeeded;
  const cpuMs = Object.fromEntries(names.map((name) => [name, (net.cpuMs[name] ?? 0) * share]));
  return {
    perSecond: load.succeeded / (load.elapsedMs / 1000),
    cpuMs,
    totalCpuMs: sum(cpuMs),
    commands: scale(net.commands, share),
    aborted: net.aborted * share,
    committed: net.committed * share,
  };
}

/** Computes the costs of rounds. `namesOf` returns the processes that did the work of a slice. */
export const costRounds = (
  rounds: readonly SliceRound[],
  idle: Usage,
  namesOf: (title: string) => readonly string[],
): CostedRound[] =>
  rounds.map((round) =>
    Object.fromEntries(
      Object.entries(round).map(([title, slice]) => [title, costOf(slice, idle, namesOf(title))]),
    ),
  );

/** Medians over the counted rounds; latencies and statuses of all of them. */
export interface CostSummary extends SliceCost, Latency {
  statuses: Readonly<Record<string, number>>;
  /** Slices that don't count because a request got no answer in time. */
  dropped: number;
}

function summarize(slices: readonly Slice[], costs: readonly SliceCost[]): CostSummary {
  const loads = slices.map(({ load }) => load);
  const middle = (figure: 'perSecond' | 'totalCpuMs' | 'aborted' | 'committed'): number =>
    threePlaces(median(costs.map((cost) => cost[figure])));
  return {
    perSecond: middle('perSecond'),
    totalCpuMs: middle('totalCpuMs'),
    aborted: middle('aborted'),
    committed: middle('committed'),
    cpuMs: medians(costs.map(({ cpuMs }) => cpuMs)),
    commands: medians(costs.map(({ commands }) => commands)),
    ...latencyOf(loads.flatMap(({ latenciesMs }) => latenciesMs)),
    statuses: totalStatuses(loads),
    dropped: loads.filter(hasTimedOut).length,
  };
}

/** Sums up the slices of all rounds, by title. */
export function summarizeCosts(
  rounds: readonly SliceRound[],
  costed: readonly CostedRound[],
): Record<string, CostSummary> {
  const titles = Object.keys(rounds[0] ?? {});
  const all = <T>(of: readonly Readonly<Record<string, T | undefined>>[], title: string): T[] =>
    of.flatMap((round) => round[title] ?? []);
  return Object.fromEntries(
    titles.map((title) => [title, summarize(all(rounds, title), all(costed, title))]),
  );
}

/** Columns of the costs of operations. */
export const costColumns: readonly Column<readonly [title: string, cost: CostSummary]>[] = [
  ['operation', ([title]) => title],
  ['CPU, ms', ([, { totalCpuMs }]) => totalCpuMs],
  ['per second', ([, { perSecond }]) => perSecond, 1],
  ['p50 · p99, ms', ([, cost]) => formatLatency(cost)],
  ['answers', ([, { statuses }]) => formatStatuses(statuses)],
  ['slices dropped', ([, { dropped }]) => dropped, 0],
];
