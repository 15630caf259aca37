import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureIdle } from '../src/idle/bench-idle.ts';
import { printIdleFigures } from '../src/idle/print-figures.ts';
import { measureSeal } from '../src/seal/bench-seal.ts';
import { printSealFigures } from '../src/seal/print-figures.ts';
import { runSystem, type BenchSystem } from '../src/system/run-system.ts';
import { measureWrites } from '../src/writes/bench-writes.ts';
import { printWriteFigures } from '../src/writes/print-figures.ts';

// One system for all three: its start takes longer than any of them. Writes come last, since they leave it stopped.
let system: BenchSystem;

beforeAll(async () => {
  system = await runSystem();
});

afterAll(() => system.stop());

const allMeasured = (comparisons: readonly { ratio: string; found: number | null }[]): void => {
  expect(comparisons.filter(({ found }) => !Number.isFinite(found))).toEqual([]);
};

test('a short run measures the idle system beside empty processes, and prints every figure', async () => {
  const figures = await measureIdle(system, { rounds: 1, sliceMs: 500, settleMs: 0 });
  allMeasured(figures.comparisons);
  expect(figures.totals.peers).toBeGreaterThan(0);
  const printed = printIdleFigures(figures);
  for (const word of [
    'admin-workers',
    'mongod',
    '10 empty processes',
    'getMore',
    'A/A',
    '≤ 1.50',
    'load average',
  ]) {
    expect(printed).toContain(word);
  }
});

test('a short run measures how soon the audit is sealed, also after an outage, and prints every figure', async () => {
  const figures = await measureSeal(system, {
    latencies: [{ properties: 2, perSecond: 10, durationMs: 500 }],
    drain: { events: 200, tenants: 2, quietMs: 1500 },
  });
  allMeasured(figures.comparisons);
  expect(figures.drain).toMatchObject({ isComplete: true, published: { rows: 200 }, sealed: { rows: 200 } });
  const printed = printSealFigures(figures);
  for (const word of [
    '200 of 200',
    '2 properties',
    '201 × ',
    'list p50',
    'A/A',
    '≥ 2000.00',
    'load average',
  ]) {
    expect(printed).toContain(word);
  }
});

test('a short run measures writes beside a plain transaction, and prints every figure', async () => {
  const figures = await measureWrites(system, { rounds: 1, warmUps: 0, sliceMs: 150 });
  allMeasured(figures.comparisons);
  for (const cost of Object.values(figures.costs)) {
    expect(cost.writesPerSecond).toBeGreaterThan(0);
    expect(cost.statuses).toHaveProperty('201');
  }
  const printed = printWriteFigures(figures);
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
