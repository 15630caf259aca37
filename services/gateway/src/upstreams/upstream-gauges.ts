import { Gauge } from 'prom-client';
import type { PlaceClass } from '../fair-shares/place-classes.ts';
import type { RouteGroup } from '../route-table.ts';
import type { Bulkhead, FindBulkhead } from './bulkheads.ts';
import { isServing, type Upstream } from './upstream.ts';

/** The parts of the running gateways of this process. Production has one gateway. */
const bulkheads = new Map<Bulkhead, string>();
const upstreams = new Set<Upstream>();

const placeClasses: readonly PlaceClass[] = ['ordinary', 'uploads', 'longLived', 'bodies'];
const placeLabels = ['core', 'group', 'places'] as const;

/** Calls `set` with the labels of each kind of places and the places. */
function eachPlaces(set: (labels: Record<(typeof placeLabels)[number], string>, of: Bulkhead) => void): void {
  for (const [bulkhead, core] of bulkheads)
    for (const places of placeClasses) set({ core, group: bulkhead.group.prefix, places }, bulkhead);
}

const inUse: Gauge<(typeof placeLabels)[number]> = new Gauge({
  name: 'gateway_bulkhead_places_in_use',
  help: 'Requests that hold a place, by Core, route group and class of places.',
  labelNames: placeLabels,
  collect() {
    inUse.reset();
    eachPlaces((labels, { places }) => inUse.set(labels, places[labels.places as PlaceClass].inUse));
  },
});

const total: Gauge<(typeof placeLabels)[number]> = new Gauge({
  name: 'gateway_bulkhead_places',
  help: 'Places of a bulkhead, by Core, route group and class of places.',
  labelNames: placeLabels,
  collect() {
    total.reset();
    eachPlaces((labels, { places }) => total.set(labels, places[labels.places as PlaceClass].places));
  },
});

const open = new Gauge({
  name: 'gateway_breaker_open',
  help: '1 while the breaker of a route group is open, because the upstream answers none of its requests.',
  labelNames: ['upstream', 'group'],
  collect() {
    open.reset();
    for (const { audience: upstream, circuits } of upstreams)
      for (const { prefix: group, breaker } of circuits)
        open.set({ upstream, group }, breaker.isOpen ? 1 : 0);
  },
});

const replicas = new Gauge({
  name: 'gateway_upstream_replicas',
  help: 'Replicas of an upstream, by state (serving, out).',
  labelNames: ['upstream', 'state'],
  collect() {
    replicas.reset();
    for (const { audience: upstream, replicas: all } of upstreams) {
      const serving = all.filter(isServing).length;
      replicas.set({ upstream, state: 'serving' }, serving);
      replicas.set({ upstream, state: 'out' }, all.length - serving);
    }
  },
});

interface GatewayParts {
  upstreams: readonly Upstream[];
  groups: readonly RouteGroup[];
  environments: readonly string[];
  findBulkhead: FindBulkhead;
}

/** Reports the upstreams and bulkheads of a gateway at scrapes. The gauges read memory only. */
export function observeUpstreams(parts: GatewayParts): { stop(): void } {
  const { groups, environments, findBulkhead } = parts;
  const own = environments.flatMap((environment) =>
    groups.map((group) => [findBulkhead(group, environment), environment] as const),
  );
  for (const [bulkhead, environment] of own) if (bulkhead) bulkheads.set(bulkhead, environment);
  for (const upstream of parts.upstreams) upstreams.add(upstream);
  return {
    stop() {
      for (const [bulkhead] of own) if (bulkhead) bulkheads.delete(bulkhead);
      for (const upstream of parts.upstreams) upstreams.delete(upstream);
    },
  };
}
