import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { median } from '../measure/median.ts';
import type { Round } from './measure-rounds.ts';

const bareCost = (round: Round): number =>
  (round['express-proxy'].cpuMicrosPerRequest + round.again.cpuMicrosPerRequest) / 2;

const cheaperBy = (other: 'nginx' | 'fastify-proxy') => (round: Round) => {
  const cost = round[other];
  return cost && cost.cpuMicrosPerRequest / round.gateway.cpuMicrosPerRequest;
};

const goals: readonly Goal<Round>[] = [
  {
    ratio: 'gateway / bare Express + http-proxy-middleware',
    limit: 0.8,
    isCeiling: true,
    of: (round) => round.gateway.cpuMicrosPerRequest / bareCost(round),
  },
  { ratio: 'nginx / gateway', limit: 0.25, isCeiling: false, of: cheaperBy('nginx') },
  { ratio: 'bare @fastify/http-proxy / gateway', limit: 1, isCeiling: false, of: cheaperBy('fastify-proxy') },
];

/** The bare proxy against itself, at the beginning and at the end of each round: 1 on a machine that is steady. */
export function selfRatio(rounds: readonly Round[]): number {
  return twoPlaces(
    median(
      rounds.map((round) => round['express-proxy'].cpuMicrosPerRequest / round.again.cpuMicrosPerRequest),
    ),
  );
}

/** Compares the gateway with its peers, round by round. */
export function compare(rounds: readonly Round[]): Comparison[] {
  return judge(goals, rounds, selfRatio(rounds));
}
