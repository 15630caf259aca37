import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { routeTable } from '../src/route-table.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();

const groups = routeTable('all').filter(({ area }) => area === 'webhooks');
const posted = { method: 'POST', body: '{}' };
const post = (path: string): Promise<Answer> => call(gateway.port, path, posted);

test('a provider that takes all its places does not affect the others at the same URL', async () => {
  const [busy, ...others] = groups;
  if (!busy) throw new Error('There is no group of webhooks.');
  const { prefix, maxInFlight: places } = busy;
  const before = gateway.webhooks.count();
  void Array.from({ length: places }, () => post(`${prefix}/silent`).catch(() => null));
  const isFull = (): boolean => gateway.webhooks.count() - before === places;
  await waitUntil(isFull, { what: 'all places to be taken' });
  const waiting = post(`${prefix}/x`);
  for (const other of others) {
    expect((await post(`${other.prefix}/x`)).status).toBe(200);
  }
  expect((await call(gateway.port, '/join/x')).status).toBe(200);
  const turnedAway = await waiting;
  expect([turnedAway.status, problemOf(turnedAway).code]).toEqual([503, 'overloaded']);
  expect(turnedAway.headers['retry-after']).toBe('1');
});

test('a burst from one network waits for places and is not refused', async () => {
  const { prefix, maxInFlight: places } = groups.at(-1) ?? { prefix: '', maxInFlight: 0 };
  const from = '127.7.7.7';
  const burst = Array.from({ length: 2 * places }, () =>
    call(gateway.port, `${prefix}/x`, { ...posted, from }),
  );
  const answers = await Promise.all(burst);
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses]).toEqual([200]);
});
