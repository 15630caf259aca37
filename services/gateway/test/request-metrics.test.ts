import { growthOf } from '@pas/testing/read-metric';
import { expect, test } from 'vitest';
import { call } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();
const key = await addKey((await addTenant())._id);

const requests = 'http_request_duration_seconds_count';
const longLived = 'http_long_lived_request_duration_seconds_count';

/** Sends requests one after the other. The metrics are written at the end of each connection. */
const send =
  (...paths: readonly string[]) =>
  async () => {
    for (const path of paths)
      await call(gateway.port, path, { headers: { ...key.headers, connection: 'close' } });
  };

test('requests are counted by the prefix of their group, whatever the rest of the path', async () => {
  const counted = [requests, { route: '/api/admin', class: 'interactive', status: '2xx' }] as const;
  expect(await growthOf(counted, send('/api/admin/units/a', '/api/admin/units/b'))).toBe(2);
});

test('expensive reads and webhooks have classes of their own', async () => {
  const expensive = [requests, { route: '/api/admin/audit/export', class: 'expensive' }] as const;
  expect(await growthOf(expensive, send('/api/admin/audit/export'))).toBe(1);
  const webhook = [requests, { route: '/payments', class: 'webhook' }] as const;
  const post = () => call(gateway.port, '/payments', { method: 'POST', body: '{}' });
  expect(await growthOf(webhook, post)).toBe(1);
});

test('a long poll is counted apart, and one that is refused is not', async () => {
  const poll = [longLived, { route: '/api/admin' }] as const;
  expect(await growthOf(poll, send('/api/admin/events?wait=5'))).toBe(1);
  expect(await growthOf(poll, () => call(gateway.port, '/api/admin/events?wait=5'))).toBe(0);
});

test('own pages have names, and unknown paths share one', async () => {
  expect(await growthOf([requests, { route: '/docs' }], () => call(gateway.port, '/docs/errors'))).toBe(1);
  const unknown = () =>
    Promise.all(Array.from({ length: 30 }, (_, index) => call(gateway.port, `/unknown-${index}`)));
  expect(await growthOf([requests, { route: 'unmatched' }], unknown)).toBe(30);
});
