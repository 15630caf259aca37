import { atLeast, atMost, meanOf, medianOver, quotient, type Goal } from '../measure/judge.ts';
import { again, type Round } from './measure-rounds.ts';

/** Returns the processor time of one request in a round, in microseconds; undefined where it was not measured. */
export const costIn = (round: Round, name: string): number | undefined => round[name]?.cpuMicrosPerRequest;

/** Returns the mean of both measurements of the proxy that is measured twice. */
export const meanOfBoth = (round: Round, name: string): number | undefined =>
  meanOf(costIn(round, name), costIn(round, again));

const ratioOf =
  (above: string, below: string) =>
  (round: Round): number | undefined =>
    quotient(costIn(round, above), costIn(round, below));

const bare = 'gateway / bare Express + http-proxy-middleware';

/** Goals for the gateway beside plain proxies. The bare Express proxy is measured twice. */
export const gatewayGoals: readonly Goal<Round>[] = [
  atMost(0.75, bare, (round) => quotient(costIn(round, 'gateway'), meanOfBoth(round, 'express'))),
  atMost(1, `${bare}, body of 1 KiB with an Idempotency-Key`, ratioOf('gateway-keyed', 'express-body')),
  atMost(1, `${bare}, body of 1 KiB without a key`, ratioOf('gateway-body', 'express-body')),
  atMost(1.25, `${bare}, streamed body of 128 KiB`, ratioOf('gateway-streamed', 'express-streamed')),
  atLeast(0.2, 'nginx / gateway', ratioOf('nginx', 'gateway')),
  atLeast(0.15, 'haproxy / gateway', ratioOf('haproxy', 'gateway')),
];

/** Returns the ratio of the first proxy at both ends of each round: 1 on a steady machine. */
export const selfRatio = (rounds: readonly Round[], name: string): number =>
  medianOver(rounds, ratioOf(name, again));
