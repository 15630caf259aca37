import { formatStatuses } from '../measure/load-result.ts';
import { formatLatency } from '../measure/percentile.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import type { Meanwhile } from './call-meanwhile.ts';
import { compareSeal } from './compare.ts';
import { measureDrain, type Drain, type MeasureDrain } from './measure-drain.ts';
import { measureLatency, type MeasureLatency, type SealLatency } from './measure-latency.ts';

export interface BenchSeal {
  latencies: readonly MeasureLatency[];
  drain: MeasureDrain;
}

/** Figures of a run. */
export interface SealFigures extends JudgedFigures {
  latencies: SealLatency[];
  drain: Drain;
}

/** Default of a run: many properties, and the worst case of one. */
function usualSeal(events: number, durationMs: number): BenchSeal {
  const steady = { perSecond: 50, durationMs };
  return {
    latencies: [
      { ...steady, properties: 25 },
      { ...steady, properties: 1 },
    ],
    drain: { events, tenants: 5, quietMs: 30_000 },
  };
}

/** Measures the delay from a change to its audit record, at a steady rate and after an outage of NATS. */
export async function measureSeal(system: BenchSystem, options: BenchSeal): Promise<SealFigures> {
  const latencies: SealLatency[] = [];
  for (const each of options.latencies) latencies.push(await measureLatency(system, each));
  const drain = await measureDrain(system, options.drain);
  return { latencies, drain, ...compareSeal(latencies, drain) };
}

const formatLatencies = (latencies: readonly SealLatency[]): string =>
  formatTable(
    [
      ['writes/s asked for', ({ perSecond }) => perSecond, 0],
      ['properties', ({ properties }) => properties, 0],
      ['writes/s answered', ({ load }) => load.succeeded / (load.elapsedMs / 1000), 1],
      ['answers', ({ load }) => formatStatuses(load.statuses)],
      ['answer p50 · p99, ms', ({ answered }) => formatLatency(answered)],
      ['sealed p50 · p99, ms', ({ sealed }) => formatLatency(sealed)],
      ['seen p50 · p99, ms', ({ seen }) => formatLatency(seen)],
    ],
    latencies,
  );

type TitledFigures<T> = readonly [title: string, figures: T];

const formatRates = ({ published, sealed, events }: Drain): string =>
  formatTable<TitledFigures<Drain['published']>>(
    [
      ['after an outage', ([title]) => title],
      ['rows', ([, { rows }]) => `${rows} of ${events}`],
      ['seconds', ([, { seconds }]) => seconds, 1],
      ['rows/s', ([, { perSecond }]) => perSecond, 0],
    ],
    [
      ['outbox → stream', published],
      ['stream → sealed', sealed],
    ],
  );

const formatCalls = ({ quiet, meanwhile }: Drain): string =>
  formatTable<TitledFigures<Meanwhile>>(
    [
      ['requests', ([title]) => title],
      ['list p50, ms', ([, { lists }]) => lists.p50Ms, 1],
      ['answers', ([, { lists }]) => formatStatuses(lists.statuses)],
      ['create p50, ms', ([, { creations }]) => creations.p50Ms, 1],
      ['answers', ([, { creations }]) => formatStatuses(creations.statuses)],
    ],
    [
      ['before', quiet],
      ['while the backlog is worked off', meanwhile],
    ],
  );

/** Formats the figures of a run. */
export function formatSeal({ latencies, drain }: SealFigures): string[] {
  const { events, tenants, isComplete, elapsedSeconds } = drain;
  const end = `${isComplete ? 'all done' : 'given up'} ${elapsedSeconds.toFixed(0)} s after the start of NATS`;
  return [
    formatLatencies(latencies),
    formatRates(drain),
    `${events} events of ${tenants} tenants, ${end}`,
    formatCalls(drain),
  ];
}

export const seal = defineProgram({
  summary: 'delay from a change to its audit record, at a steady rate and after an outage of NATS',
  defaults: { events: 100_000, seconds: 20 },
  measure: ({ events, seconds }) =>
    onSystem((system) => measureSeal(system, usualSeal(events, 1000 * seconds))),
  format: formatSeal,
});
