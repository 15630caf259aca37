import { isDeepStrictEqual } from 'node:util';
import { waitUntil } from '@pas/testing/wait-until';
import { expect } from 'vitest';
import type { Drill } from './drill.ts';
import { countEffects, prepareStorm, sendStorm, type StormReport } from './webhook-storm.ts';

/** Work of a killed process is redelivered after half a minute; the limit adds time for a busy machine. */
const settleMs = 400_000;

/** Counts the effects of webhooks, once all earlier ones are processed and sealed. */
const settledEffects = (drill: Drill): Promise<Record<string, number>> =>
  waitUntil(
    async () => {
      const now = await countEffects(drill);
      return now['unprocessed'] === 0 && now['sealed'] === now['records'] ? now : null;
    },
    { what: 'the webhooks before to have their effect', timeoutMs: settleMs },
  );

/** Effects of a storm by kind, such as `receipts`, and the numbers that would be right. */
interface StormEffects {
  report: StormReport;
  effects: Record<string, number>;
  expected: Record<string, number>;
}

/**
 * Sends a storm of webhooks, and restarts a killed replica of the webhooks service meanwhile. Waits until each valid
 * webhook has taken effect once, or until the wait is too long.
 */
export async function measureEffects(drill: Drill, distinct: number): Promise<StormEffects> {
  const before = await settledEffects(drill);
  const storm = await prepareStorm(drill, distinct);
  const report = await sendStorm(drill.local.webhooksUrl, storm, async () => {
    await drill.kill('webhooks-1');
    await drill.start('webhooks-1');
  });
  const bad = Math.ceil(distinct / 100);
  const since = async (): Promise<Record<string, number>> => {
    const now = await countEffects(drill);
    return Object.fromEntries(
      Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)]),
    );
  };
  const { distinct: receipts, texts } = storm;
  const storedImmediately = (await since())['receipts'] ?? 0;
  const expected = { receipts, unprocessed: 0, dead: 0, texts, records: texts, sealed: texts };
  const isSettled = async (): Promise<boolean> => isDeepStrictEqual(await since(), expected);
  await waitUntil(isSettled, {
    what: 'each webhook to have its effect once',
    timeoutMs: settleMs,
    everyMs: 250,
  }).catch(() => undefined);
  return {
    report,
    effects: { ...(await since()), ...report.answers, storedImmediately },
    expected: {
      ...expected,
      storedImmediately: receipts,
      'valid 200': storm.webhooks.length - bad,
      'bad 401': bad,
    },
  };
}

/**
 * Sends such a storm. Expects that each valid webhook takes effect exactly once, and that invalid ones are refused and
 * not stored.
 */
export async function expectOnceInEffect(drill: Drill, distinct: number): Promise<StormReport> {
  const { report, effects, expected } = await measureEffects(drill, distinct);
  expect(effects).toEqual(expected);
  return report;
}
