import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import type { Drain } from './measure-drain.ts';
import type { SealLatency } from './measure-latency.ts';

/** Milliseconds and rates of the machine at hand: no peer stands beside them. */
function latencyGoals(latency: SealLatency): Goal<SealLatency>[] {
  const where = latency.properties === 1 ? 'one property' : `${latency.properties} properties`;
  const what = `${latency.perSecond} writes/s into ${where}: created → sealed`;
  return [
    { ratio: `${what}, p50, ms`, limit: 100, isCeiling: true, of: ({ sealedP50Ms }) => sealedP50Ms },
    { ratio: `${what}, p99, ms`, limit: 500, isCeiling: true, of: ({ sealedP99Ms }) => sealedP99Ms },
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

type Request = 'getP50Ms' | 'postP50Ms';

/** The quiet time's first half against the second: 1 on a machine that is steady. */
export function selfRatio({ quiet: [one, other] }: Pick<Drain, 'quiet'>, request: Request): number {
  return twoPlaces(one[request] / other[request]);
}

const meanwhileGoal = (request: Request, title: string): Goal<Drain> => ({
  ratio: `${title}, p50 while the backlog is worked off / before`,
  limit: 1.5,
  isCeiling: true,
  of: ({ quiet: [one, other], meanwhile }) => meanwhile[request] / ((one[request] + other[request]) / 2),
});

/** Compares the audit's delay and throughput with their goals. */
export function compareSeal(latencies: readonly SealLatency[], drain: Drain): Comparison[] {
  return [
    ...latencies.flatMap((latency) => judge(latencyGoals(latency), [latency], 1)),
    ...judge(rateGoals, [drain], 1),
    ...judge([meanwhileGoal('getP50Ms', 'list')], [drain], selfRatio(drain, 'getP50Ms')),
    ...judge([meanwhileGoal('postP50Ms', 'create')], [drain], selfRatio(drain, 'postP50Ms')),
  ];
}
