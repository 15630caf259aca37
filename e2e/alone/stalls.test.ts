import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../client/http-call.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';
import { notOnce, startValidCallers, unjust } from '../faults/valid-callers.ts';

const secondMs = 1000;

/** The tests shift the clocks of these processes. */
const shifted = ['admin-1', 'admin-2', 'resident-1', 'resident-2'] as const;

describe('clock differences and stalled processes', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await borrowSystem();
  });
  afterAll(async () => {
    await shiftClocks(Object.fromEntries(shifted.map((name) => [name, 0])));
    await drill.stop();
  });

  const shiftClocks = (
    shifts: Readonly<Partial<Record<(typeof shifted)[number], number>>>,
  ): Promise<unknown> => Promise.all(Object.entries(shifts).map(([name, ms]) => drill.shiftClock(name, ms)));

  /** Waits until the gateway skips a replica of admin. */
  const untilNoticed = (): Promise<unknown> =>
    waitUntil(async () => (await drill.readiness('gateway')).checks['admin@DEV']?.status === 'down', {
      what: 'the gateway to notice the stall',
    });

  test('refuse no valid caller when clocks differ by 30 seconds and one replica of each service stalls', async () => {
    await shiftClocks({ 'admin-2': 30 * secondMs, 'resident-2': -30 * secondMs });
    const callers = await startValidCallers(drill, 'apart');
    await callers.untilMore(20);
    const stalled = ['admin-1', 'resident-1', 'core-mobile-1', 'webhooks-1'];
    await Promise.all(stalled.map((name) => drill.pause(name)));
    await untilNoticed();
    await Promise.all(stalled.map((name) => drill.resume(name)));
    await callers.untilMore(20);
    const report = await callers.stop();
    expect(unjust(report)).toEqual([]);
    expect(await notOnce(drill, report)).toEqual([]);
  });

  test('answer 502 upstream_refused, never 401, when no replica is within the tolerance', async () => {
    await shiftClocks({
      'admin-1': 90 * secondMs,
      'admin-2': -90 * secondMs,
      'resident-1': 90 * secondMs,
    });
    const headers = { 'x-correlation-id': 'too-far-apart' };
    const refused = await Promise.all([
      drill.manager.call('/properties?limit=1', { headers }),
      drill.manager.call('/properties', { headers, body: { name: 'Too Far Apart' } }),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [502, 'upstream_refused'],
      [502, 'upstream_refused'],
    ]);
    expect(refused.map(({ headers }) => headers['x-pas-refused'])).toEqual([undefined, undefined]);
    const refusalLines = (): string[] =>
      drill
        .logOf('gateway')
        .split('\n')
        .filter((line) => line.includes('"code":"upstream_refused"') && line.includes('too-far-apart'));
    await waitUntil(() => refusalLines().length === refused.length, { what: 'a log line for each' });
    for (const line of refusalLines()) expect(line).toContain('refused the assertion: ');
    // The clock of resident's other replica is within the tolerance.
    const invite = `${drill.local.gatewayUrl}/api/v1/auth/invites/none`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(invite)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  });
});
