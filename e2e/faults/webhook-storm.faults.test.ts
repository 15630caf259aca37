import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOnceInEffect } from './check-storm.ts';
import { startDrill, type Drill } from './drill.ts';
import { startLoad, type Lane } from './load.ts';
import { prepareStorm, sendStorm } from './webhook-storm.ts';

describe('storms of webhooks of all providers, with repeats and badly signed ones', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  test('take nothing from the Admin API, nor does a flood of it from them', async () => {
    const list: Lane = { send: () => drill.manager.call('/properties?limit=1'), expected: 200 };
    const load = startLoad(Array.from({ length: 12 }, () => list));
    await load.untilMore(50);
    const storm = await prepareStorm(drill, 1000);
    const { answers, repeated } = await sendStorm(drill.local.webhooksUrl, storm);
    const { failures } = await load.stop();
    console.log(JSON.stringify({ answers, repeated, failures }));
    expect(answers).toEqual({ 'valid 200': storm.webhooks.length - 10, 'bad 401': 10 });
    expect([repeated, failures]).toEqual([0, []]);
  });

  test('have their effect once each while a replica is killed: 10,000', { timeout: 900_000 }, async () => {
    const report = await expectOnceInEffect(drill, 10_000);
    console.log(JSON.stringify(report));
    expect(report.answers['bad 401']).toBe(100);
  });
});
