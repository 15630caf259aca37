import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { median } from '../measure/median.ts';
import { again, type Round } from './measure-rounds.ts';

/** The processor time that one request needed in a round, in microseconds; undefined where it was not measured. */
export const costIn = (round: Round, name: string): number | undefined => round[name]?.cpuMicrosPerRequest;

/** The mean of both measurements of the proxy that is measured twice. */
export function meanOfBoth(round: Round, name: string): number | undefined {
  const [first, second] = [costIn(round, name), costIn(round, again)];
  return first !== undefined && second !== undefined ? (first + second) / 2 : undefined;
}

/** A quotient of two costs; undefined where one was not measured. */
export const quotient = (above: number | undefined, below: number | undefined): number | undefined =>
  above !== undefined && below !== undefined ? above / below : undefined;

const bodyGoal = (ours: string, theirs: string, what: string): Goal<Round> => ({
  ratio: `gateway / bare Express + http-proxy-middleware, ${what}`,
  limit: 1.4,
  isCeiling: true,
  of: (round) => quotient(costIn(round, ours), costIn(round, theirs)),
});

const plainGoal = (name: string): Goal<Round> => ({
  ratio: `${name} / gateway`,
  limit: 0.15,
  isCeiling: false,
  of: (round) => quotient(costIn(round, name), costIn(round, 'gateway')),
});

const goals: readonly Goal<Round>[] = [
  {
    ratio: 'gateway / bare Express + http-proxy-middleware',
    limit: 1,
    isCeiling: true,
    of: (round) => quotient(costIn(round, 'gateway'), meanOfBoth(round, 'express')),
  },
  bodyGoal('gateway-keyed', 'express-body', 'body of 1 KiB with an Idempotency-Key'),
  bodyGoal('gateway-body', 'express-body', 'body of 1 KiB without a key'),
  bodyGoal('gateway-streamed', 'express-streamed', 'streamed body of 128 KiB'),
  plainGoal('nginx'),
  plainGoal('haproxy'),
];

/** Ratio of the first proxy at the beginning and at the end of each round: 1 on a steady machine. */
export function selfRatio(rounds: readonly Round[], name: string): number {
  return twoPlaces(
    median(rounds.flatMap((round) => quotient(costIn(round, name), costIn(round, again)) ?? [])),
  );
}

/** Compares the gateway with its peers, round by round. */
export function compare(rounds: readonly Round[]): Comparison[] {
  return judge(goals, rounds, selfRatio(rounds, 'express'));
}
