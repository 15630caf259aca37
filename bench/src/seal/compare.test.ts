import { expect, test } from 'vitest';
import { compareSeal } from './compare.ts';
import type { Drain } from './measure-drain.ts';
import type { SealLatency } from './measure-latency.ts';

const calls = (p50Ms: number, [one, other]: [number, number] = [1, 1]) => ({
  p50Ms,
  halvesP50Ms: [one, other] as const,
  statuses: {},
});
const rate = (perSecond: number) => ({ rows: 1000, seconds: 1000 / perSecond, perSecond });

const latency: SealLatency = {
  properties: 1,
  perSecond: 50,
  load: { elapsedMs: 1000, succeeded: 50, statuses: { 201: 50 } },
  answered: { p50Ms: 5, p99Ms: 9 },
  sealed: { p50Ms: 90, p99Ms: 600 },
  seen: { p50Ms: 95, p99Ms: 610 },
};

const drain: Drain = {
  events: 1000,
  tenants: 5,
  published: rate(2500),
  sealed: rate(1500),
  elapsedSeconds: 1,
  isComplete: true,
  quiet: { lists: calls(10), creations: calls(20, [22, 18]) },
  meanwhile: { lists: calls(14), creations: calls(20) },
};

test('compares delays, rates and the requests meanwhile with their goals', () => {
  const { selfRatio, comparisons: found } = compareSeal([latency], drain);
  expect(selfRatio).toEqual({ lists: 1, creations: 1.22 });
  expect(found.map(({ verdict }) => verdict)).toEqual([
    'met',
    'missed',
    'met',
    'missed',
    'met',
    'none: the machine was too unsteady',
  ]);
  expect(found[4]).toMatchObject({ found: 1.4 });
});
