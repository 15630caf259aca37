import { hasTimedOut, totalStatuses } from '../measure/load-result.ts';
import { median } from '../measure/median.ts';
import { medians } from '../measure/medians.ts';
import { percentile } from '../measure/percentile.ts';
import type { CostedRound } from './compare.ts';
import type { WriteCost } from './cost-of.ts';
import type { Round } from './measure-rounds.ts';

/** Cost of a kind of write: medians over the counted rounds, latencies and statuses over all of them. */
export interface WriteSummary extends WriteCost {
  p50Ms: number;
  p99Ms: number;
  statuses: Readonly<Record<string, number>>;
  /** Slices that don't count because a request got no answer in time. */
  dropped: number;
}

const threePlaces = (figure: number): number => Math.round(figure * 1000) / 1000;

/** Sums up the slices of one title. */
export function summarizeWrites(
  title: string,
  rounds: readonly Round[],
  costed: readonly CostedRound[],
): WriteSummary {
  const loads = rounds.flatMap((round) => round.slices[title]?.load ?? []);
  const costs = costed.flatMap((round) => round[title] ?? []);
  const middle = (figure: 'writesPerSecond' | 'totalCpuMs' | 'aborted' | 'committed') =>
    threePlaces(median(costs.map((cost) => cost[figure])));
  const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    writesPerSecond: middle('writesPerSecond'),
    totalCpuMs: middle('totalCpuMs'),
    aborted: middle('aborted'),
    committed: middle('committed'),
    cpuMs: medians(costs.map(({ cpuMs }) => cpuMs)),
    commands: medians(costs.map(({ commands }) => commands)),
    p50Ms: threePlaces(percentile(latencies, 0.5)),
    p99Ms: threePlaces(percentile(latencies, 0.99)),
    statuses: totalStatuses(loads),
    dropped: loads.filter(hasTimedOut).length,
  };
}
