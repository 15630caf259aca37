import { describe, expect, test } from 'vitest';
import { judgeLag, judgeStorage } from './check-bus.ts';
import { judgeClock } from './check-databases.ts';
import { judgeCertificate, judgeDisk } from './check-host.ts';
import { failure, fine, runChecks } from './finding.ts';

const dayMs = 24 * 3_600_000;

test.each([
  [0, 'ok'],
  [-1900, 'ok'],
  [5000, 'warning'],
  [-60_000, 'failure'],
])('a clock that differs by %d ms is %s', (differenceMs, level) => {
  expect(judgeClock('x', differenceMs).level).toBe(level);
});

test.each([
  [30, 'ok'],
  [13, 'warning'],
  [-1, 'failure'],
])('a certificate that expires in %d days is %s', (days, level) => {
  expect(judgeCertificate('x', days * dayMs + 1, 0).level).toBe(level);
});

test.each([
  [50, 'ok'],
  [14, 'warning'],
  [4, 'failure'],
])('a disk with %d %% free is %s', (free, level) => {
  expect(judgeDisk('x', free, 100).level).toBe(level);
});

test.each([
  [500, 0, []],
  [501, 0, ['warning']],
  [10_001, 3, ['failure', 'warning']],
])('a consumer with %d waiting and %d repeated messages is %j', (pending, redelivered, levels) => {
  expect(judgeLag({ durable: 'x', pending, redelivered }).map(({ level }) => level)).toEqual(levels);
});

test.each([
  [5e6, null, 'ok'],
  [90, 100, 'warning'],
  [101, 100, 'failure'],
])('streams of %d bytes with a limit of %s are %s', (bytes, limit, level) => {
  expect(judgeStorage({ bytes, limit }).level).toBe(level);
});

describe('runChecks', () => {
  test('a check that throws is a failure, and the next one still runs', async () => {
    const checks = [
      { name: 'one', run: () => Promise.reject(new Error('no answer')) },
      { name: 'two', run: () => Promise.resolve([fine('good'), failure('bad', 'Repair it.')]) },
    ];
    expect(await runChecks(checks)).toMatchObject([
      { check: 'one', level: 'failure', message: 'The check could not run: no answer' },
      { check: 'two', level: 'ok' },
      { check: 'two', level: 'failure', next: 'Repair it.' },
    ]);
  });
});
