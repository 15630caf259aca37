import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectIsolation } from './check-isolation.ts';
import { expectOnceInEffect } from './check-storm.ts';
import { startDrill, type Drill } from './drill.ts';

describe('storms of webhooks of all providers, with repeats and badly signed ones', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  test('take nothing from the Admin API, nor does a flood of it from them', async () => {
    const report = await expectIsolation(drill, 1000);
    console.log(JSON.stringify(report));
    expect(report.answers['bad 401']).toBe(10);
  });

  test('have their effect once each while a replica is killed: 10,000', { timeout: 900_000 }, async () => {
    const report = await expectOnceInEffect(drill, 10_000);
    console.log(JSON.stringify(report));
    expect(report.answers['bad 401']).toBe(100);
  });
});
