import { readMetric } from '@pas/testing/read-metric';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { routeTable } from '../route-table.ts';
import { createBulkheads, type FindBulkhead } from './bulkheads.ts';
import type { Replica } from './replica.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import { observeUpstreams } from './upstream-gauges.ts';

const groups = routeTable('webhooks');
const [group] = groups;
const audience = 'webhooks@GAUGED';
const replica = (isReady: boolean) => ({ isReady, refusesUntil: 0, outUntil: 0 }) as Replica;

let upstream: Upstream;
let findBulkhead: FindBulkhead;
let gauges: { stop(): void };
beforeEach(() => {
  upstream = createUpstream(audience, [replica(true), replica(false)]);
  findBulkhead = createBulkheads(groups, ['GAUGED'], () => upstream);
  gauges = observeUpstreams({ upstreams: [upstream], groups, environments: ['GAUGED'], findBulkhead });
});
afterEach(() => {
  gauges.stop();
  for (const { breaker } of upstream.circuits) breaker.stop();
});

const places = { core: 'GAUGED', group: group?.prefix ?? '', places: 'ordinary' };

test('taken places are counted by Core, group and class', async () => {
  const ordinary = group && findBulkhead(group, 'GAUGED')?.places.ordinary;
  ordinary?.tryTake(['ten_1', null, null]);
  expect(await readMetric('gateway_bulkhead_places_in_use', places)).toBe(1);
  expect(await readMetric('gateway_bulkhead_places', places)).toBe(1024);
  ordinary?.release(['ten_1', null, null]);
  expect(await readMetric('gateway_bulkhead_places_in_use', places)).toBe(0);
});

test('an open breaker shows by its upstream and group', async () => {
  const labels = { upstream: audience, group: places.group };
  expect(await readMetric('gateway_breaker_open', labels)).toBe(0);
  upstream.circuits.find(({ prefix }) => prefix === places.group)?.breaker.open();
  expect(await readMetric('gateway_breaker_open', labels)).toBe(1);
});

test('replicas are counted by state', async () => {
  const count = (state: string) => readMetric('gateway_upstream_replicas', { upstream: audience, state });
  expect([await count('serving'), await count('out')]).toEqual([1, 1]);
});

test('a stopped gateway reports nothing', async () => {
  gauges.stop();
  expect(await readMetric('gateway_bulkhead_places', places)).toBeUndefined();
  expect(await readMetric('gateway_breaker_open', { upstream: audience })).toBeUndefined();
});
