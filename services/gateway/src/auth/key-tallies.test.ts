import { expect, test } from 'vitest';
import { KeyTallies } from './key-tallies.ts';

const key = { id: 'key_1', tenantId: 'ten_1' };
const source = { address: '192.0.2.1', userAgent: 'sync/1' };
const hourMs = Date.parse('2027-03-01T10:00:00Z');

test('counts requests by the hour of their arrival, and of their answers 403 and 429', () => {
  const tallies = new KeyTallies();
  for (const [offset, status] of [
    [0, 200],
    [5, 403],
    [3_599_999, 429],
    [3_600_000, 200],
  ] as const) {
    tallies.addRequest(key, source, hourMs + offset);
    tallies.addAnswer(key, status, hourMs + offset);
  }
  expect(tallies.take()).toEqual([
    { key, hourMs, requests: 3, denied: 1, limited: 1, last: { ...source, atMs: hourMs + 3_599_999 } },
    {
      key,
      hourMs: hourMs + 3_600_000,
      requests: 1,
      denied: 0,
      limited: 0,
      last: { ...source, atMs: hourMs + 3_600_000 },
    },
  ]);
  expect(tallies.take()).toEqual([]);
});

test('adds returned tallies to newer ones, and keeps the newer last use', () => {
  const tallies = new KeyTallies();
  tallies.addRequest(key, source, hourMs);
  tallies.addAnswer(key, 403, hourMs);
  const failed = tallies.take();
  tallies.addRequest(key, { ...source, address: '192.0.2.2' }, hourMs + 9);
  tallies.putBack(failed);
  expect(tallies.take()).toMatchObject([
    { requests: 2, denied: 1, last: { address: '192.0.2.2', atMs: hourMs + 9 } },
  ]);
});
