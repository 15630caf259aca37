import { expect, test } from 'vitest';
import type { Usage } from '../measure/usage.ts';
import type { Slice } from '../measure/slice-costs.ts';
import { compareWrites, costWrites } from './compare.ts';
import { againTitle, callerCounts, peerTitle, rows, titleOf, type Round } from './measure-rounds.ts';

const idle: Usage = {
  elapsedMs: 1000,
  cpuMs: { gateway: 10, mongod: 20, peer: 0 },
  commands: { find: 5 },
  aborted: 0,
  committed: 0,
};

interface ComparedRatio {
  writes: number;
  cpuMs: Readonly<Record<string, number>>;
  statuses?: Readonly<Record<string, number>>;
}

/** Returns a slice of one second, idle cost included. */
const slice = ({ writes, cpuMs, statuses = {} }: ComparedRatio): Slice => ({
  load: { elapsedMs: 1000, succeeded: writes, statuses, latenciesMs: [] },
  usage: {
    ...idle,
    cpuMs,
    commands: { find: 5 + 3 * writes, insert: writes, hello: 40 },
    aborted: writes / 2,
  },
});

const own: ComparedRatio = { writes: 50, cpuMs: { gateway: 60, mongod: 170 } };
const peer: ComparedRatio = { writes: 100, cpuMs: { gateway: 10, mongod: 120, peer: 100 } };

function round(changes: Readonly<Record<string, Slice>> = {}): Round {
  const ours = rows.map((row) => [titleOf(row), slice(own)] as const);
  const theirs = callerCounts.flatMap((callers) => [
    [peerTitle(callers), slice(peer)] as const,
    [againTitle(callers), slice(peer)] as const,
  ]);
  return { idle, slices: { ...Object.fromEntries([...ours, ...theirs]), ...changes } };
}

const compare = (rounds: readonly Round[]) => {
  const costed = costWrites(rounds, ['gateway', 'mongod']);
  const { selfRatio, comparisons } = compareWrites(costed);
  const found = (part: string) => comparisons.find(({ ratio }) => ratio.startsWith(part));
  return { costed, selfRatio, found };
};

test('the cost of a write excludes idle activity', () => {
  const { costed } = compare([round()]);
  expect(costed[0]?.['create, 8 callers']).toMatchObject({
    totalCpuMs: 4,
    commands: { find: 3, insert: 1 },
    aborted: 0.5,
  });
  expect(costed[0]?.['peer, 8 callers']).toMatchObject({ totalCpuMs: 2, cpuMs: { mongod: 1, peer: 1 } });
});

test('compares ours with the peer at as many callers', () => {
  const { found } = compare([round(), round(), round()]);
  expect(found('create, 8 callers: writes/s')).toMatchObject({ found: 0.5, verdict: 'met' });
  expect(found('create, 8 callers: CPU')).toMatchObject({ found: 2, verdict: 'met' });
  expect(found('create, 32 callers: transactions aborted')).toMatchObject({ found: 0.5, verdict: 'missed' });
  expect(found('create, 32 callers: finds')).toMatchObject({ found: 4, verdict: 'met' });
});

test('leaves out a slice in which a request got no answer in time', () => {
  const timedOut = slice({ ...own, statuses: { 201: 50, 'time-out': 1 } });
  const { found } = compare([round({ 'create, 1 caller': timedOut })]);
  expect(found('create, 1 caller: writes/s')).toMatchObject({ found: null, verdict: 'not measured' });
  expect(found('create, 8 callers: writes/s')).toMatchObject({ verdict: 'met' });
});

test('gives no verdict for a number of callers at which the peer differs from itself', () => {
  const slow = slice({ ...peer, writes: 80 });
  const { selfRatio, found } = compare([round({ [againTitle(8)]: slow })]);
  expect(selfRatio).toMatchObject({ '1 caller: writes/s': 1, '8 callers: writes/s': 1.25 });
  expect(found('invite, 8 callers')).toMatchObject({ verdict: 'none: the machine was too unsteady' });
  expect(found('create, 1 caller: writes/s')).toMatchObject({ verdict: 'missed' });
});
