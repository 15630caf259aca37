import { expect, test } from 'vitest';
import { compareIdle, selfRatio } from './compare.ts';
import type { Round } from './measure-rounds.ts';

const round = (odd: number, even: number): Round => ({
  alone: { cpu: { gateway: 9, 'nats-server': 2, mongod: 12 }, commands: {} },
  beside: { cpu: { gateway: 4, 'nats-server': 2, mongod: 30, 'peer 1': odd, 'peer 2': even }, commands: {} },
});

test('compares both at the same time, but mongod without the peers', () => {
  const [nodes, all, mongod] = compareIdle([round(2, 2)]);
  expect(nodes).toMatchObject({ found: 1.5, verdict: 'met' });
  expect(all).toMatchObject({ found: 4.5, verdict: 'missed' });
  expect(mongod).toMatchObject({ found: 12, verdict: 'met' });
});

test('gives no verdict on ratios if the halves of the peers differ', () => {
  const rounds = [round(3, 2)];
  expect(selfRatio(rounds)).toBe(1.5);
  const [nodes, , mongod] = compareIdle(rounds);
  expect(nodes).toMatchObject({ verdict: 'none: the machine was too unsteady' });
  expect(mongod).toMatchObject({ verdict: 'met' });
});
