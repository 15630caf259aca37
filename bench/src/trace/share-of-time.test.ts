import { expect, test } from 'vitest';
import { coveredMs, shareOfTime } from './share-of-time.ts';

const step = (process: string, what: string, [startedAt, endedAt]: [number, number]) => ({
  process,
  what,
  startedAt,
  endedAt,
});

test('time that two steps share counts once', () => {
  const steps = [step('a', 'find', [0, 4]), step('a', 'find', [2, 5]), step('a', 'find', [8, 9])];
  expect(coveredMs(steps)).toBe(6);
});

test('divides a request among caller, gateway, service and mongod, and leaves out what others do', () => {
  const steps = [
    step('gateway', 'POST /api/admin/units', [101, 121]),
    step('admin-1', 'POST /api/admin/units', [103, 118]),
    step('admin-1', 'insert units (transaction)', [105, 109]),
    step('admin-1', 'find outbox', [109, 117]),
    step('admin-workers', 'find outbox', [109, 117]),
    step('admin-1', 'commitTransaction (transaction)', [110, 116]),
    step('admin-1', 'update outbox', [123, 124]),
  ];
  expect(shareOfTime({ startedAt: 100, answeredMs: 22, sealedMs: 40, steps })).toEqual({
    answered: 22,
    sealed: 40,
    caller: 2,
    gateway: 5,
    service: 5,
    mongod: 10,
    commands: 2,
  });
});
