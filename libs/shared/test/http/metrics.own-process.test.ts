// A process has one registry of metrics, and this file counts all of its metrics.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { describeBuild } from '@pas/platform/build/describe-build';
import { portOf } from '@pas/platform/http/listen';
import { serveMetrics } from '@pas/platform/metrics/metrics-server';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { owner, reader, startToy } from './toy-service.ts';

let toy: ServiceHarness;
let metrics: Server;
beforeAll(async () => {
  toy = await startToy();
  metrics = await serveMetrics({ host: '127.0.0.1', port: 0, build: describeBuild('a1b2c3d') });
});
afterAll(async () => {
  metrics.close();
  metrics.closeAllConnections();
  await once(metrics, 'close');
  await toy.stop();
});

const scrape = (path = '/metrics') => fetch(`http://127.0.0.1:${portOf(metrics)}${path}`);

test('process metrics are not collected before the first request for them', async () => {
  expect(register.getSingleMetric('nodejs_eventloop_lag_seconds')).toBeUndefined();
  await scrape();
  expect(register.getSingleMetric('nodejs_eventloop_lag_seconds')).toBeDefined();
});

/** Reads the value of a series from the text of a scrape; undefined without such a series. */
function valueOf(text: string, name: string, labels: Record<string, string>): number | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  const found = lines.find((line) =>
    Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
  );
  return found === undefined ? undefined : Number(found.slice(found.lastIndexOf(' ')));
}

const requests = 'http_request_duration_seconds_count';
const longLived = 'http_long_lived_request_duration_seconds_count';
const scrapeText = async (): Promise<string> => (await scrape()).text();

test('requests are counted by method, route, class and status class, whatever their ids', async () => {
  for (const id of ['a', 'b', 'c']) await toy.call('GET', `/api/admin/units/${id}`, { as: owner });
  await toy.call('GET', '/api/admin/units', { as: owner });
  await toy.call('POST', '/api/admin/units', { as: reader, body: {} });
  const response = await scrape();
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const text = await response.text();
  const list = { method: 'GET', route: '/api/admin/units', class: 'interactive' };
  expect(valueOf(text, requests, { ...list, status: '2xx' })).toBe(1);
  expect(valueOf(text, requests, { ...list, method: 'POST', status: '4xx' })).toBe(1);
  expect(valueOf(text, requests, { route: '/api/admin/units/{id}', status: '4xx' })).toBe(3);
  expect(text).toContain('process_cpu_seconds_total');
});

test('two hundred unknown paths and methods add four series, because they share the route unmatched', async () => {
  const countSeries = async () =>
    (await scrapeText()).split('\n').filter((line) => line.startsWith(`${requests}{`)).length;
  const before = await countSeries();
  const methods = ['GET', 'PROPFIND', 'REPORT', 'PUT', 'DELETE'];
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      toy.call(methods[index % methods.length] as string, `/unknown-${index}/x`, { as: owner }),
    ),
  );
  expect((await countSeries()) - before).toBe(4);
  expect(valueOf(await scrapeText(), requests, { method: 'other', route: 'unmatched' })).toBe(80);
});

test('a request whose client leaves is counted as aborted', async () => {
  const leaving = new AbortController();
  await toy.send('/api/admin/stream', { as: owner, signal: leaving.signal });
  leaving.abort();
  const labels = { route: '/api/admin/stream', class: 'interactive', status: 'aborted' };
  await expect.poll(async () => valueOf(await scrapeText(), requests, labels)).toBe(1);
});

test('long polls and event streams are counted apart, and not as latency', async () => {
  await toy.call('GET', '/api/admin/poll?wait=1', { as: owner });
  await toy.call('GET', '/api/admin/poll', { as: owner });
  const leaving = new AbortController();
  await toy.send('/api/admin/events', { as: owner, signal: leaving.signal });
  leaving.abort();
  const stream = { route: '/api/admin/events', status: 'aborted' };
  await expect.poll(async () => valueOf(await scrapeText(), longLived, stream)).toBe(1);
  const text = await scrapeText();
  const poll = { route: '/api/admin/poll', status: '2xx' };
  expect(valueOf(text, longLived, poll)).toBe(1);
  expect(valueOf(text, requests, poll)).toBe(1);
  expect(valueOf(text, requests, { route: '/api/admin/events' })).toBeUndefined();
});

test('connections of the pool are counted while they are idle and in use', async () => {
  const text = await scrapeText();
  const connections = (state: string) => valueOf(text, 'mongodb_pool_connections', { pool: 'core', state });
  expect(connections('idle')).toBeGreaterThan(0);
  expect(connections('in_use')).toBe(0);
  expect(valueOf(text, 'mongodb_pool_waiting_operations', { pool: 'core' })).toBe(0);
});

test('the build of the process is a series of its own', async () => {
  const text = await (await scrape()).text();
  expect(text).toMatch(/^build_info\{version="\d+\.\d+\.\d+",build="a1b2c3d"\} 1$/m);
});

test('the port serves nothing else', async () => {
  expect((await scrape('/')).status).toBe(404);
  expect((await scrape('/metrics/x')).status).toBe(404);
});
