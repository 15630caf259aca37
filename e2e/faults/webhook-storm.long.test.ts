import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendThroughFlood } from './check-isolation.ts';
import { measureEffects } from './check-storm.ts';
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
    const { report, expected, failures } = await sendThroughFlood(drill, 1000);
    const lost = expected['valid 200'] - (report.answers['valid 200'] ?? 0);
    console.log(JSON.stringify(report));
    const repeated = Object.values(report.repeated).reduce((sum, each) => sum + each, 0);
    const inFlood = (figure: string, found: number) => ({ promise: 'F12', figure, atMost: 0, found });
    figures.add(
      inFlood('webhooks without a 2xx in a flood of the Admin API', lost),
      inFlood('webhooks that needed a second try in it', repeated),
      inFlood('reads of the flood that failed', failures.length),
    );
    expect([report.answers, report.repeated, failures]).toEqual([expected, {}, []]);
  });

  test('take effect once each while a replica is killed: 10,000 webhooks', { timeout: 900_000 }, async () => {
    const { report, effects, expected } = await measureEffects(drill, 10_000);
    console.log(JSON.stringify({ report, effects }));
    const offBy = (kind: string): number => Math.abs((effects[kind] ?? 0) - (expected[kind] ?? 0));
    figures.add(
      {
        promise: 'F13',
        figure: 'effects lost or repeated',
        atMost: 0,
        found: offBy('texts') + offBy('receipts'),
      },
      {
        promise: 'F13',
        figure: 'forged webhooks of 100 without a 401',
        atMost: 0,
        found: offBy('bad 401'),
      },
    );
    expect(effects).toEqual(expected);
  });
});
