import { atLeast, atMost, judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import type { Drain } from './measure-drain.ts';
import type { SealLatency } from './measure-latency.ts';

/** Milliseconds of this machine, without a peer. */
function latencyGoals(latency: SealLatency): Goal<SealLatency>[] {
  const where = latency.properties === 1 ? 'one property' : `${latency.properties} properties`;
  const what = `${latency.perSecond} writes/s into ${where}: created → sealed`;
  return [
    atMost(100, `${what}, p50, ms`, ({ sealed }) => sealed.p50Ms),
    atMost(500, `${what}, p99, ms`, ({ sealed }) => sealed.p99Ms),
  ];
}

const rateGoals: readonly Goal<Drain>[] = [
  atLeast(2000, 'outbox → stream, rows/s', ({ published }) => published.perSecond),
  atLeast(2000, 'stream → sealed, rows/s', ({ sealed }) => sealed.perSecond),
];

const requests = ['lists', 'creations'] as const satisfies readonly (keyof Drain['quiet'])[];
type Request = (typeof requests)[number];

const meanwhileGoal = (request: Request): Goal<Drain> =>
  atMost(
    1.5,
    `${request}, p50 while the backlog is worked off / before`,
    ({ quiet, meanwhile }) => meanwhile[request].p50Ms / quiet[request].p50Ms,
  );

/** Returns the ratio of every second request before the outage to those between: 1 on a steady machine. */
function selfRatio({ quiet }: Drain, request: Request): number {
  const [one, other] = quiet[request].halvesP50Ms;
  return twoPlaces(one / other);
}

/** Compares the audit's delay and throughput with their goals. */
export function compareSeal(latencies: readonly SealLatency[], drain: Drain) {
  const selfRatios = { lists: selfRatio(drain, 'lists'), creations: selfRatio(drain, 'creations') };
  const comparisons: Comparison[] = [
    ...latencies.flatMap((latency) => judge(latencyGoals(latency), [latency], 1)),
    ...judge(rateGoals, [drain], 1),
    ...requests.flatMap((request) => judge([meanwhileGoal(request)], [drain], selfRatios[request])),
  ];
  return { selfRatio: selfRatios, comparisons };
}
