import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '@pas/testing/wait-until';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { notOnce, startValidCallers, unjust } from './valid-callers.ts';

const frozenMs = 15_000;
/** Slightly less than the time for which the gateway reuses an assertion. */
const agedMs = 22_000;

const untilPassed = async (ms: number): Promise<void> => {
  const since = performance.now();
  await waitUntil(() => performance.now() - since > ms, { what: 'the time to pass', timeoutMs: 2 * ms });
};

describe('a process frozen for 15 seconds under keyed writes and reads', () => {
  let drill: Drill;
  const figures = collectFigures('stalls');
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });

  test.each([
    ['one replica of each service', ['admin-1', 'resident-1', 'core-mobile-1', 'webhooks-1']],
    ['both replicas of admin', ['admin-1', 'admin-2']],
    ['the gateway', ['gateway']],
    ['the database', ['mongod']],
  ])('%s: no caller is refused, and each write takes effect once', async (what, stalled) => {
    const callers = await startValidCallers(drill, stalled.join('-'));
    await untilPassed(agedMs);
    await Promise.all(stalled.map((name) => drill.pause(name)));
    await untilPassed(frozenMs);
    await Promise.all(stalled.map((name) => drill.resume(name)));
    await callers.untilMore(30);
    const report = await callers.stop();
    process.stderr.write(
      `${stalled.join(', ')}: ${JSON.stringify({ ...report, made: report.made.length })}\n`,
    );
    const figure = `valid callers refused while ${what} is frozen`;
    figures.add({ promise: 'F19', figure, atMost: 0, found: unjust(report).length });
    expect(unjust(report)).toEqual([]);
    expect(await notOnce(drill, report)).toEqual([]);
  });
});
