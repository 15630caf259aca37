import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectIsolation } from './check-isolation.ts';
import { expectOnceInEffect } from './check-storm.ts';
import { startDrill, type Drill } from './drill.ts';

describe('storms of webhooks of all providers, with repeats and invalid signatures', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  test('do not slow the Admin API, nor does a flood of the Admin API slow them', async () => {
    const report = await expectIsolation(drill, 1000);
    console.log(JSON.stringify(report));
    expect(report.answers['bad 401']).toBe(10);
  });

  test('take effect once each while a replica is killed: 10,000 webhooks', { timeout: 900_000 }, async () => {
    const report = await expectOnceInEffect(drill, 10_000);
    console.log(JSON.stringify(report));
    expect(report.answers['bad 401']).toBe(100);
  });
});
