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

test('requests are counted by method and status class, whatever their paths', async () => {
  for (const id of ['a', 'b', 'c']) await toy.call('GET', `/api/admin/units/${id}`, { as: owner });
  await toy.call('GET', '/api/admin/units', { as: owner });
  await toy.call('POST', '/api/admin/units', { as: reader, body: {} });
  const response = await scrape();
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const text = await response.text();
  expect(text).toContain('http_request_duration_seconds_count{method="GET",status="2xx"} 1');
  expect(text).toContain('http_request_duration_seconds_count{method="GET",status="4xx"} 3');
  expect(text).toContain('http_request_duration_seconds_count{method="POST",status="4xx"} 1');
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toContain('/api/admin');
});

test('the build of the process is a series of its own', async () => {
  const text = await (await scrape()).text();
  expect(text).toMatch(/^build_info\{version="\d+\.\d+\.\d+",build="a1b2c3d"\} 1$/m);
});

test('the port serves nothing else', async () => {
  expect((await scrape('/')).status).toBe(404);
  expect((await scrape('/metrics/x')).status).toBe(404);
});
