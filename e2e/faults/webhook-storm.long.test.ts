import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendThroughFlood } from './check-isolation.ts';
import { expectOnceInEffect } from './check-storm.ts';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';

describe('storms of webhooks of all providers, with repeats and invalid signatures', () => {
  let drill: Drill;
  const figures = collectFigures('webhook-storm');
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });

  test('do not slow the Admin API, nor does a flood of the Admin API slow them', async () => {
    const { report, failures } = await sendThroughFlood(drill, 1000);
    console.log(JSON.stringify(report));
    const found = Object.values(report.repeated).reduce((sum, each) => sum + each, 0);
    figures.add({ promise: 'F12', figure: 'webhooks that needed a second try in a flood', atMost: 0, found });
    expect([report.repeated, failures]).toEqual([{}, []]);
    expect(report.answers['bad 401']).toBe(10);
  });

  test('take effect once each while a replica is killed: 10,000 webhooks', { timeout: 900_000 }, async () => {
    const report = await expectOnceInEffect(drill, 10_000);
    console.log(JSON.stringify(report));
    const found = Math.abs(100 - (report.answers['bad 401'] ?? 0));
    figures.add({ promise: 'F13', figure: 'of 100 forged webhooks, those without a 401', atMost: 0, found });
    expect(report.answers['bad 401']).toBe(100);
  });
});
