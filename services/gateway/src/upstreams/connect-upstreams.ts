import type { Logger } from '@pas/platform/log/logger';
import { createSharedLookup, type ResolveName } from '@pas/platform/names/shared-lookup';
import { assertionAudience } from '@pas/shared/principal/assertion';
import type { GatewayConfig } from '../config.ts';
import type { RouteGroup, UpstreamName } from '../route-table.ts';
import { followAddresses } from './follow-addresses.ts';
import { pollReadiness } from './poll-readiness.ts';
import { createReplicaSet, type ReplicaSet } from './replica-set.ts';
import { createUpstream, type Upstream } from './upstream.ts';

export interface Upstreams {
  all: readonly Upstream[];
  find: (name: UpstreamName, environment: string) => Upstream | undefined;
  /** Stops watching the replicas and closes their connections. */
  stop(): Promise<void>;
}

type Address = [name: UpstreamName, environment: string, urls: readonly string[]];

/** Lists the URLs of each service: admin in every environment, the others in the default one only. */
function addressesIn(config: GatewayConfig): Address[] {
  const { ENVIRONMENT: byDefault } = config;
  const admin = Object.entries(config.ADMIN_UPSTREAMS).map(([environment, urls]): Address => [
    'admin',
    environment,
    urls,
  ]);
  return [
    ...admin,
    ['resident', byDefault, config.RESIDENT_URLS],
    ['core-mobile', byDefault, config.CORE_MOBILE_URLS],
    ['webhooks', byDefault, config.WEBHOOKS_URLS],
  ];
}

/** Dependencies of `connectUpstreams`. */
export interface ConnectOptions {
  groups: readonly RouteGroup[];
  log: Logger;
  /** Resolves the names of hosts. Default: as the machine is configured. */
  resolve?: ResolveName;
}

/**
 * Connects the services of all groups of this gateway, and starts to watch their replicas. Waits at most two seconds
 * for the first addresses of followed hosts.
 */
export async function connectUpstreams(
  config: GatewayConfig,
  { groups, log, resolve }: ConnectOptions,
): Promise<Upstreams> {
  const needed = new Set(groups.map((group) => group.upstream));
  const byAudience = new Map<string, Upstream>();
  const sets: ReplicaSet[] = [];
  // Stores have look-ups of their own, which never wait for those of upstreams.
  const names = createSharedLookup(resolve);
  const followed = new Set(config.REPLICAS_BY_DNS);
  for (const [name, environment, urls] of addressesIn(config)) {
    if (!needed.has(name) || urls.length === 0) continue;
    const audience = assertionAudience(name, environment);
    const report = (prefix: string, isOpen: boolean): void => {
      const place = { upstream: audience, group: prefix };
      if (isOpen)
        log.warn(
          place,
          'an upstream does not answer the requests of a route group; the gateway refuses them',
        );
      else log.info(place, 'an upstream answers the requests of a route group again');
    };
    const set = createReplicaSet(urls, { followed, lookup: names.lookup, onChange: () => poll.hurry() });
    sets.push(set);
    byAudience.set(audience, createUpstream(audience, set.replicas, report));
  }
  const all = [...byAudience.values()];
  const listReplicas = () => all.flatMap((upstream) => upstream.replicas);
  const poll = pollReadiness(listReplicas, log);
  const follower = followAddresses(
    sets.flatMap(({ hosts }) => hosts),
    { resolve: names.resolve, log },
  );
  await follower.started;
  return {
    all,
    find: (name, environment) => byAudience.get(assertionAudience(name, environment)),
    async stop() {
      follower.stop();
      poll.stop();
      for (const { breaker } of all.flatMap(({ circuits }) => circuits)) breaker.stop();
      await Promise.all(listReplicas().map((replica) => replica.close()));
    },
  };
}
