import { median } from '../measure/median.ts';
import type { Round } from './measure-rounds.ts';

/** One ratio of processor time per request, and what it should be. */
export interface Comparison {
  ratio: string;
  goal: string;
  /** The median over the rounds, in each of which both were measured side by side; null where one was not measured. */
  found: number | null;
  verdict: 'met' | 'missed' | 'not measured' | 'none: the machine was too unsteady';
}

interface Goal {
  ratio: string;
  limit: number;
  isCeiling: boolean;
  of: (round: Round) => number | undefined;
}

const bareCost = (round: Round): number =>
  (round['express-proxy'].cpuMicrosPerRequest + round.again.cpuMicrosPerRequest) / 2;

const cheaperBy = (other: 'nginx' | 'fastify-proxy') => (round: Round) => {
  const cost = round[other];
  return cost && cost.cpuMicrosPerRequest / round.gateway.cpuMicrosPerRequest;
};

const goals: readonly Goal[] = [
  {
    ratio: 'gateway / bare Express + http-proxy-middleware',
    limit: 0.8,
    isCeiling: true,
    of: (round) => round.gateway.cpuMicrosPerRequest / bareCost(round),
  },
  { ratio: 'nginx / gateway', limit: 0.25, isCeiling: false, of: cheaperBy('nginx') },
  { ratio: 'bare @fastify/http-proxy / gateway', limit: 1, isCeiling: false, of: cheaperBy('fastify-proxy') },
];

const twoPlaces = (figure: number): number => Math.round(figure * 100) / 100;

/** The bare proxy against itself, at the beginning and at the end of each round: 1 on a machine that is steady. */
export function selfRatio(rounds: readonly Round[]): number {
  return twoPlaces(
    median(
      rounds.map((round) => round['express-proxy'].cpuMicrosPerRequest / round.again.cpuMicrosPerRequest),
    ),
  );
}

/** Whether two measurements of the same thing agree well enough for a verdict on two different ones. */
export function isSteady(ratio: number): boolean {
  return ratio >= 0.9 && ratio <= 1.1;
}

/** Compares the gateway with its peers, round by round. */
export function compare(rounds: readonly Round[]): Comparison[] {
  const steady = isSteady(selfRatio(rounds));
  return goals.map(({ ratio, limit, isCeiling, of }) => {
    const found = rounds.flatMap((round) => of(round) ?? []);
    const goal = `${isCeiling ? '≤' : '≥'} ${limit.toFixed(2)}`;
    if (found.length === 0) return { ratio, goal, found: null, verdict: 'not measured' };
    const middle = twoPlaces(median(found));
    if (!steady) return { ratio, goal, found: middle, verdict: 'none: the machine was too unsteady' };
    const isMet = isCeiling ? middle <= limit : middle >= limit;
    return { ratio, goal, found: middle, verdict: isMet ? 'met' : 'missed' };
  });
}
