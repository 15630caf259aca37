import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import type { Drain } from './measure-drain.ts';
import type { SealLatency } from './measure-latency.ts';

/** Milliseconds and rates of this machine, without a peer. */
function latencyGoals(latency: SealLatency): Goal<SealLatency>[] {
  const where = latency.properties === 1 ? 'one property' : `${latency.properties} properties`;
  const what = `${latency.perSecond} writes/s into ${where}: created → sealed`;
  return [
    { ratio: `${what}, p50, ms`, limit: 100, isCeiling: true, of: ({ sealed }) => sealed.p50 },
    { ratio: `${what}, p99, ms`, limit: 500, isCeiling: true, of: ({ sealed }) => sealed.p99 },
  ];
}

const rateGoals: readonly Goal<Drain>[] = [
  {
    ratio: 'outbox → stream, rows/s',
    limit: 2000,
    isCeiling: false,
    of: ({ published }) => published.perSecond,
  },
  { ratio: 'stream → sealed, rows/s', limit: 2000, isCeiling: false, of: ({ sealed }) => sealed.perSecond },
];

type Request = keyof Drain['quiet'];

/** Ratio of every second request before the outage to those between: 1 on a steady machine. */
export function selfRatio({ quiet }: Pick<Drain, 'quiet'>, request: Request): number {
  const [one, other] = quiet[request].halvesP50Ms;
  return twoPlaces(one / other);
}

const meanwhileGoal = (request: Request): Goal<Drain> => ({
  ratio: `${request}, p50 while the backlog is worked off / before`,
  limit: 1.5,
  isCeiling: true,
  of: ({ quiet, meanwhile }) => meanwhile[request].p50Ms / quiet[request].p50Ms,
});

/** Compares the audit's delay and throughput with their goals. */
export function compareSeal(latencies: readonly SealLatency[], drain: Drain): Comparison[] {
  return [
    ...latencies.flatMap((latency) => judge(latencyGoals(latency), [latency], 1)),
    ...judge(rateGoals, [drain], 1),
    ...judge([meanwhileGoal('lists')], [drain], selfRatio(drain, 'lists')),
    ...judge([meanwhileGoal('creations')], [drain], selfRatio(drain, 'creations')),
  ];
}
