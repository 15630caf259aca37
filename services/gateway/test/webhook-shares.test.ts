import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeTable } from '../src/route-table.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway('webhook_shares');
});
afterAll(() => gateway.stop());

const groups = routeTable('all').filter(({ area }) => area === 'webhooks');
const post = (path: string): Promise<Answer> => call(gateway.port, path, { method: 'POST', body: '{}' });

test('at the one URL, a provider that takes all its places leaves the others theirs', async () => {
  const [busy, ...others] = groups;
  if (!busy) throw new Error('There is no group of webhooks.');
  const { prefix, maxInFlight: places } = busy;
  const before = gateway.webhooks.count();
  void Array.from({ length: places }, () => post(`${prefix}/silent`).catch(() => null));
  await waitUntil(() => gateway.webhooks.count() - before === places, { what: 'all places to be taken' });
  const turnedAway = await post(`${prefix}/x`);
  expect([turnedAway.status, problemOf(turnedAway).code]).toEqual([503, 'overloaded']);
  for (const other of others) {
    expect((await post(`${other.prefix}/x`)).status).toBe(200);
  }
  expect((await call(gateway.port, '/join/x')).status).toBe(200);
});
