import { expect } from 'vitest';
import type { Drill } from './drill.ts';
import { startLoad, type Lane } from './load.ts';
import { prepareStorm, sendStorm, type StormReport } from './webhook-storm.ts';

/** Number of callers that flood the Admin API. */
const callers = 12;

/**
 * Sends a storm of webhooks while callers flood the Admin API. Expects that each webhook is acknowledged at
 * its first try, and that each read succeeds.
 */
export async function expectIsolation(drill: Drill, distinct: number): Promise<StormReport> {
  const list: Lane = { send: () => drill.manager.call('/properties?limit=1'), expected: 200 };
  const load = startLoad(Array.from({ length: callers }, () => list));
  await load.untilMore(50);
  const storm = await prepareStorm(drill, distinct);
  const report = await sendStorm(drill.local.webhooksUrl, storm);
  // The reads last as long as the storm.
  await load.untilMore(1);
  const { failures } = await load.stop();
  const bad = Math.ceil(distinct / 100);
  expect(report.answers).toEqual({ 'valid 200': storm.webhooks.length - bad, 'bad 401': bad });
  expect([report.repeated, failures]).toEqual([{}, []]);
  return report;
}
