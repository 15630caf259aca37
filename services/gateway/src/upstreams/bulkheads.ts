import { rateLimited } from '@pas/platform/errors/raise';
import { unavailable } from '@pas/shared/errors/raise';
import type { Response } from 'express';
import { openAreas, type RouteGroup, type UpstreamName } from '../route-table.ts';
import type { Upstream } from './upstream.ts';

/** The bulkhead of a route group in one environment: it limits the requests in flight. */
export interface Bulkhead {
  readonly group: RouteGroup;
  readonly upstream: Upstream;
  inFlight: number;
  /** The requests in flight of each client network; counted only for areas without credentials. */
  readonly inFlightByNetwork: Map<string, number>;
}

/** Makes a bulkhead without requests. */
export function createBulkhead(group: RouteGroup, upstream: Upstream): Bulkhead {
  return { group, upstream, inFlight: 0, inFlightByNetwork: new Map() };
}

/** Finds the bulkhead of a group in an environment; undefined if this gateway has no such upstream. */
export type FindBulkhead = (group: RouteGroup, environment: string) => Bulkhead | undefined;

/** Makes one bulkhead for each group and environment, so that one cannot use the capacity of another. */
export function createBulkheads(
  groups: readonly RouteGroup[],
  environments: readonly string[],
  findUpstream: (name: UpstreamName, environment: string) => Upstream | undefined,
): FindBulkhead {
  const bulkheads = new Map<RouteGroup, Map<string, Bulkhead>>();
  for (const group of groups) {
    const byEnvironment = new Map<string, Bulkhead>();
    for (const environment of environments) {
      const upstream = findUpstream(group.upstream, environment);
      if (upstream) byEnvironment.set(environment, createBulkhead(group, upstream));
    }
    bulkheads.set(group, byEnvironment);
  }
  return (group, environment) => bulkheads.get(group)?.get(environment);
}

/**
 * Counts a request of a network, which may use at most half of a bulkhead: otherwise a client without credentials
 * could block all others by sending slowly.
 *
 * @throws rate_limited
 */
function enterNetworkShare(
  { group, inFlightByNetwork }: Bulkhead,
  response: Response,
  network: string,
): void {
  const held = inFlightByNetwork.get(network) ?? 0;
  if (held >= Math.ceil(group.maxInFlight / 2)) {
    throw rateLimited('Too many requests from this address are running at the moment. Try again.', 1);
  }
  inFlightByNetwork.set(network, held + 1);
  response.once('close', () => {
    const left = (inFlightByNetwork.get(network) ?? 1) - 1;
    if (left > 0) inFlightByNetwork.set(network, left);
    else inFlightByNetwork.delete(network);
  });
}

/**
 * Counts a request in a bulkhead until its answer is sent or its connection is closed.
 *
 * @param network the network of the client, as in the counts of failed credentials
 * @throws unavailable at once when the bulkhead is full: waiting here would only move the queue to the gateway;
 *   rate_limited when one network has used its share of a bulkhead without credentials
 */
export function enterBulkhead(bulkhead: Bulkhead, response: Response, network: string): void {
  if (bulkhead.inFlight >= bulkhead.group.maxInFlight) {
    throw unavailable('Too many requests are running at the moment. Try again.', 'overloaded');
  }
  if (openAreas.has(bulkhead.group.area)) enterNetworkShare(bulkhead, response, network);
  bulkhead.inFlight += 1;
  response.once('close', () => {
    bulkhead.inFlight -= 1;
  });
}
