import { describe, expect, test } from 'vitest';
import { judge } from '../measure/judge.ts';
import { gatewayGoals, selfRatio } from './compare.ts';
import type { Round } from './measure-rounds.ts';

const cost = (cpuMicrosPerRequest: number) => ({ cpuMicrosPerRequest, requestsPerSecond: 1000 });

const round = (bare: number, gateway: number, again: number): Round => ({
  express: cost(bare),
  gateway: cost(gateway),
  'gateway-keyed': cost(150),
  'express-body': cost(100),
  haproxy: cost(20),
  again: cost(again),
});

const compare = (rounds: readonly Round[]) => judge(gatewayGoals, rounds, selfRatio(rounds, 'express'));

describe('the goals of the gateway', () => {
  test('compare the median of the rounds’ ratios, against the mean of both bare measurements', () => {
    const rounds = [round(100, 70, 100), round(90, 60, 110), round(100, 300, 100)];
    expect(compare(rounds)[0]).toEqual({
      ratio: 'gateway / bare Express + http-proxy-middleware',
      goal: '≤ 0.75',
      found: 0.7,
      verdict: 'met',
    });
  });

  test('reports a missed goal and missing measurements', () => {
    const [, keyed, , , nginx, haproxy] = compare([round(100, 100, 100)]);
    expect(keyed).toMatchObject({ found: 1.5, verdict: 'missed' });
    expect(nginx).toMatchObject({ found: null, verdict: 'not measured' });
    expect(haproxy).toMatchObject({ found: 0.2, verdict: 'met' });
  });

  test('gives no verdict if two measurements of one proxy differ', () => {
    const rounds = [round(115, 80, 100)];
    expect(selfRatio(rounds, 'express')).toBe(1.15);
    expect(compare(rounds)[0]).toMatchObject({ verdict: 'none: the machine was too unsteady' });
  });
});
