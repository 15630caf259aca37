import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrill, type Drill } from './drill.ts';
import { maxDeleteMs, raceDeletes } from './race-deletes.ts';

const rounds = 500;

describe('a property deleted while fifty callers create its units', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  test('is deleted or has units, never both, in five hundred bursts', { timeout: 3_600_000 }, async () => {
    const report = await raceDeletes(drill, rounds);
    const text = JSON.stringify(report);
    console.log(text);
    expect(report).toMatchObject({ rounds, orphans: 0, bothSucceeded: 0, surprises: [] });
    expect(report.slowestDeleteMs).toBeLessThan(maxDeleteMs);
    expect(report.refusals).toEqual([]);
    // Both outcomes occurred, so that the race was real.
    expect(Math.min(report.deleted, report.refused)).toBeGreaterThan(0);
  });
});
