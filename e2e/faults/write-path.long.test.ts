import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { churnRows, readBoth } from './churn-rows.ts';
import { startDrill, type Drill } from './drill.ts';
import { countEffects, killHolder } from './hold-keys.ts';

const rounds = 5;
const maxHeldMs = 10_000;

describe('writes on two replicas, one of them killed repeatedly', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  test('free the keys of dead processes, and take effect once', { timeout: 1_200_000 }, async () => {
    const slowestMs: number[] = [];
    let held = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const works = await killHolder(drill, `Held ${round}`);
      expect(works.flatMap(({ surprises }) => surprises)).toEqual([]);
      for (const { key } of works)
        expect({ key, effects: await countEffects(drill, key) }).toEqual({ key, effects: 1 });
      held += works.filter(({ wasHeld }) => wasHeld).length;
      slowestMs.push(Math.max(...works.map(({ tookMs }) => tookMs)));
    }
    console.log(`${held} keys held by the dead, free after ${slowestMs.join(', ')} ms`);
    expect(Math.max(...slowestMs)).toBeLessThan(maxHeldMs);
  });

  test('are counted correctly at every moment', { timeout: 1_200_000 }, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const victim = round % 2 === 0 ? 'admin-1' : 'admin-2';
      const harm = async (): Promise<void> => {
        await drill.kill(victim);
        await drill.start(victim);
      };
      const report = await churnRows(drill, 2000, harm);
      console.log(JSON.stringify(report));
      expect(report.differences).toEqual([]);
      const { listed, stored } = await readBoth(drill);
      expect(listed).toBe(stored);
    }
  });
});
