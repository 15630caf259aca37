import { isDeepStrictEqual } from 'node:util';
import { waitUntil } from '@pas/testing/wait-until';
import { expect } from 'vitest';
import type { Drill } from './drill.ts';
import { countEffects, prepareStorm, sendStorm, type StormReport } from './webhook-storm.ts';

/** What a killed process had under way comes again after half a minute; the rest is for a busy machine. */
const settleMs = 400_000;

/** What webhooks have done so far, once what came before is processed and in the audit chain. */
const settledEffects = (drill: Drill): Promise<Record<string, number>> =>
  waitUntil(
    async () => {
      const now = await countEffects(drill);
      return now['unprocessed'] === 0 && now['sealed'] === now['records'] ? now : null;
    },
    { what: 'the webhooks before to have their effect', timeoutMs: settleMs },
  );

/**
 * Sends a storm of webhooks to the first system of a test, kills a replica of the webhooks service and starts it again
 * meanwhile, and expects each webhook exactly once in effect: bad ones are refused and not stored, no other is lost.
 */
export async function expectOnceInEffect(drill: Drill, distinct: number): Promise<StormReport> {
  const before = await settledEffects(drill);
  const storm = await prepareStorm(drill, distinct);
  const report = await sendStorm(drill.local.webhooksUrl, storm, async () => {
    await drill.kill('webhooks-1');
    await drill.start('webhooks-1');
  });
  const bad = Math.ceil(distinct / 100);
  expect(report.answers).toEqual({ 'valid 200': storm.webhooks.length - bad, 'bad 401': bad });
  const since = async (): Promise<Record<string, number>> => {
    const now = await countEffects(drill);
    return Object.fromEntries(
      Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)]),
    );
  };
  const { distinct: receipts, texts } = storm;
  expect(await since()).toMatchObject({ receipts });
  const expected = { receipts, unprocessed: 0, dead: 0, texts, records: texts, sealed: texts };
  const isSettled = async (): Promise<boolean> => isDeepStrictEqual(await since(), expected);
  await waitUntil(isSettled, {
    what: 'each webhook to have its effect once',
    timeoutMs: settleMs,
    everyMs: 250,
  }).catch(() => undefined);
  // Says by how much, where they never had.
  expect(await since()).toEqual(expected);
  return report;
}
