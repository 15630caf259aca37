import { expect } from 'vitest';
import type { Drill } from './drill.ts';
import { startLoad, type Lane } from './load.ts';
import { prepareStorm, sendStorm, type StormReport } from './webhook-storm.ts';

/** Number of callers that flood the Admin API. */
const callers = 12;

/** Storms at most. A machine that stands still for seconds delays one of them, and a lack of isolation all. */
const maxStorms = 3;

/** A storm of webhooks during a flood of the Admin API. */
interface StormInFlood {
  report: StormReport;
  /** The answers if each valid webhook is acknowledged in the end, and each invalid one is refused. */
  expected: { 'valid 200': number; 'bad 401': number };
  /** Failed reads of the flood. */
  failures: readonly string[];
}

/** Sends a storm of webhooks while callers flood the Admin API. */
export async function sendThroughFlood(drill: Drill, distinct: number): Promise<StormInFlood> {
  const list: Lane = { send: () => drill.manager.call('/properties?limit=1'), expected: 200 };
  const load = startLoad(Array.from({ length: callers }, () => list));
  await load.untilMore(50);
  const storm = await prepareStorm(drill, distinct);
  const report = await sendStorm(drill.local.webhooksUrl, storm);
  // The reads last as long as the storm.
  await load.untilMore(1);
  const { failures } = await load.stop();
  const bad = Math.ceil(distinct / 100);
  return { report, expected: { 'valid 200': storm.webhooks.length - bad, 'bad 401': bad }, failures };
}

/**
 * Sends storms of webhooks while callers flood the Admin API. Expects that one passes with each webhook acknowledged at
 * its first try, and that each read succeeds.
 */
export async function expectIsolation(drill: Drill, distinct: number): Promise<StormReport> {
  const found: unknown[] = [];
  for (let storms = 1; storms <= maxStorms; storms += 1) {
    const { report, expected, failures } = await sendThroughFlood(drill, distinct);
    expect(report.answers).toEqual(expected);
    if (Object.keys(report.repeated).length + failures.length === 0) return report;
    found.push({ repeated: report.repeated, failures });
  }
  throw new Error(`No storm passed undisturbed: ${JSON.stringify(found)}`);
}
