import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDoors, measureDoors } from '../src/doors/bench-doors.ts';
import { formatFlood, measureFlood } from '../src/flood/bench-flood.ts';
import { formatIdle, measureIdle } from '../src/idle/bench-idle.ts';
import { formatSeal, measureSeal } from '../src/seal/bench-seal.ts';
import { benchJourneys, formatJourneys } from '../src/journeys/bench-journeys.ts';
import { formatPush, measurePush } from '../src/push/bench-push.ts';
import { formatReport, type JudgedFigures } from '../src/measure/report.ts';
import { formatReads, measureReads } from '../src/reads/bench-reads.ts';
import { runSystem, type BenchSystem } from '../src/system/run-system.ts';
import { formatWrites, measureWrites } from '../src/writes/bench-writes.ts';

// One system for all: its start takes longer than any of them. Writes come last, since they leave it stopped.
let system: BenchSystem;

beforeAll(async () => {
  system = await runSystem();
});

afterAll(() => system.stop());

const allMeasured = ({ comparisons = [] }: JudgedFigures): void => {
  expect(comparisons).not.toEqual([]);
  expect(comparisons.filter(({ found }) => !Number.isFinite(found))).toEqual([]);
};

test('a short run measures the idle system beside empty processes, and prints every figure', async () => {
  const figures = await measureIdle(system, { rounds: 1, sliceMs: 500, settleMs: 0 });
  allMeasured(figures);
  expect(figures.totals.peers).toBeGreaterThan(0);
  const printed = formatReport(formatIdle(figures), figures);
  for (const word of ['admin-workers', 'mongod', '10 empty processes', 'getMore', 'A/A', '≤ 1.50']) {
    expect(printed).toContain(word);
  }
});

test('a short run measures how soon the audit is sealed, also after an outage, and prints every figure', async () => {
  const figures = await measureSeal(system, {
    latencies: [{ properties: 2, perSecond: 10, durationMs: 500 }],
    drain: { events: 200, tenants: 2, quietMs: 1500 },
  });
  allMeasured(figures);
  expect(figures.drain).toMatchObject({ isComplete: true, published: { rows: 200 }, sealed: { rows: 200 } });
  const printed = formatReport(formatSeal(figures), figures);
  for (const word of ['200 of 200', '2 properties', '201 × ', 'list p50', 'A/A', '≥ 2000.00']) {
    expect(printed).toContain(word);
  }
});

test('a short run measures how soon devices ring, and prints every figure', async () => {
  const figures = await measurePush(system, [1, 2]);
  for (const { arrived, due } of figures.pushed) expect([arrived > 0, arrived <= due]).toEqual([true, true]);
  for (const word of ['calls at once', 'of 4', 'of 8'])
    expect(formatReport(formatPush(figures), figures)).toContain(word);
});

test('a short run measures a door and a plain program, and prints every figure', async () => {
  const figures = await measureDoors(system, { rounds: 1, sliceMs: 150, callerCounts: [1, 2] });
  allMeasured(figures);
  for (const [title, { statuses, perSecond }] of Object.entries(figures.costs)) {
    expect([title, Object.keys(statuses)]).toEqual([title, ['200']]);
    expect(perSecond).toBeGreaterThan(0);
  }
  const printed = formatReport(formatDoors(figures), figures);
  for (const word of ['unlock, 2 callers, ours', 'verify, 1 caller', 'core-mobile', 'A/A', '≤ 3.00'])
    expect(printed).toContain(word);
});

test('a short run floods the webhooks and a plain receiver, and prints every figure', async () => {
  const figures = await measureFlood(system, {
    rates: [40],
    durationMs: 500,
    warmUpMs: 200,
    idleMs: 500,
    senderPerSecond: 10,
  });
  allMeasured(figures);
  const { acknowledgements, isolation, sender } = figures;
  expect(acknowledgements.map(({ receiver }) => receiver)).toEqual([
    'plain receiver',
    'system',
    'plain receiver',
  ]);
  const { idle, underFlood, underAdminFlood } = isolation;
  for (const { statuses } of [...acknowledgements, idle, underFlood, underAdminFlood])
    expect(Object.keys(statuses)).toEqual(['200']);
  expect(sender.delivered).toBe(sender.events);
  const printed = formatReport(formatFlood(figures), figures);
  for (const word of [
    'plain receiver',
    'list, under a flood of webhooks',
    'webhook, under a flood of lists',
    'event → first try',
    'A/A',
    '≤ 2.00',
  ]) {
    expect(printed).toContain(word);
  }
});

test('a short run measures journeys quiet and under half load, and prints every figure', async () => {
  const figures = await benchJourneys(system, { doors: 3, people: 3, movingMs: 300, capacityMs: 300 });
  allMeasured(figures);
  expect(figures.capacity).toBeGreaterThan(0);
  const printed = formatReport(formatJourneys(figures), figures);
  for (const word of ['3 doors', 'tap → door pulse', 'half load', 'move-in', '≤ 100.00'])
    expect(printed).toContain(word);
});

test('a short run measures pages and plain queries, and prints every figure', async () => {
  const building = { properties: 2, floors: 5, unitsPerFloor: 4, unitsPerResident: 1 };
  const sizes = { ...building, calls: 60, accessEvents: 300, auditRecords: 60 };
  const figures = await measureReads(system, { rounds: 1, sliceMs: 100, sizes });
  allMeasured(figures);
  for (const [title, { statuses }] of Object.entries(figures.costs))
    expect([title, Object.keys(statuses)]).toEqual([title, ['200']]);
  for (const { page } of Object.values(figures.work)) expect(page.statements).toBeGreaterThan(0);
  const printed = formatReport(formatReads(figures), figures);
  for (const word of ['Today, alone', 'a person, 20 callers', 'plain again', 'A/A'])
    expect(printed).toContain(word);
});

test('a short run measures writes and a plain transaction, and prints every figure', async () => {
  const figures = await measureWrites(system, { rounds: 1, warmUps: 0, sliceMs: 150 });
  allMeasured(figures);
  for (const cost of Object.values(figures.costs)) {
    expect(cost.perSecond).toBeGreaterThan(0);
    expect(cost.statuses).toHaveProperty('201');
  }
  const printed = formatReport(formatWrites(figures), figures);
  for (const word of [
    'sign-up, 8 callers',
    'peer again',
    'admin-workers',
    'commitTransaction',
    'A/A',
    '≥ 0.60',
  ]) {
    expect(printed).toContain(word);
  }
});
