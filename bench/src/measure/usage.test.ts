import { expect, test } from 'vitest';
import { totalUsage, withoutIdle, type Usage } from './usage.ts';

const idle: Usage = {
  elapsedMs: 1000,
  cpuMs: { gateway: 20, mongod: 50 },
  commands: { hello: 10, find: 2 },
  aborted: 0,
  committed: 1,
};

test('subtracts the idle activity of the same time', () => {
  const busy: Usage = {
    elapsedMs: 3000,
    cpuMs: { gateway: 100, mongod: 400 },
    commands: { hello: 30, find: 26, insert: 9 },
    aborted: 4,
    committed: 12,
  };
  expect(withoutIdle(busy, idle)).toEqual({
    elapsedMs: 3000,
    cpuMs: { gateway: 40, mongod: 250 },
    commands: { hello: 0, find: 20, insert: 9 },
    aborted: 4,
    committed: 9,
  });
});

test('adds periods up', () => {
  const other: Usage = { ...idle, cpuMs: { gateway: 1 }, commands: { ping: 3 } };
  expect(totalUsage([idle, other])).toEqual({
    elapsedMs: 2000,
    cpuMs: { gateway: 21, mongod: 50 },
    commands: { hello: 10, find: 2, ping: 3 },
    aborted: 0,
    committed: 2,
  });
});
