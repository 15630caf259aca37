import { rateLimited } from '@pas/platform/errors/raise';
import { unavailable } from '@pas/shared/errors/raise';
import type { Response } from 'express';
import { openAreas, type RouteGroup, type UpstreamName } from '../route-table.ts';
import type { Upstream } from './upstream.ts';

/** A group of paths on its way to the replicas of one environment, with the requests that are under way on it. */
export interface Lane {
  readonly group: RouteGroup;
  readonly upstream: Upstream;
  inFlight: number;
  /** The same by the network that the requests come from; kept where anybody may send some. */
  readonly inFlightByNetwork: Map<string, number>;
}

/** Makes a lane with nothing on it. */
export function openLane(group: RouteGroup, upstream: Upstream): Lane {
  return { group, upstream, inFlight: 0, inFlightByNetwork: new Map() };
}

/** Finds the lane of a group in an environment; undefined where this gateway reaches no such upstream. */
export type FindLane = (group: RouteGroup, environment: string) => Lane | undefined;

/** Lays one lane for each group and environment, so that none can take what another needs. */
export function layLanes(
  groups: readonly RouteGroup[],
  environments: readonly string[],
  findUpstream: (name: UpstreamName, environment: string) => Upstream | undefined,
): FindLane {
  const lanes = new Map<RouteGroup, Map<string, Lane>>();
  for (const group of groups) {
    const byEnvironment = new Map<string, Lane>();
    for (const environment of environments) {
      const upstream = findUpstream(group.upstream, environment);
      if (upstream) byEnvironment.set(environment, openLane(group, upstream));
    }
    lanes.set(group, byEnvironment);
  }
  return (group, environment) => lanes.get(group)?.get(environment);
}

/**
 * Counts a request to its network, of which half of a lane's places are enough: whoever needs no credentials could
 * otherwise shut everybody else out by sending slowly.
 *
 * @throws rate_limited
 */
function takeShare({ group, inFlightByNetwork }: Lane, response: Response, network: string): void {
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
 * Takes a place on a lane until the answer is out or the connection is gone.
 *
 * @param network where the request comes from, as failed credentials are counted
 * @throws unavailable at once when all places are taken: waiting here would only move the queue to the gateway;
 *   rate_limited when one network has its share of a lane that anybody may take
 */
export function takePlace(lane: Lane, response: Response, network: string): void {
  if (lane.inFlight >= lane.group.maxInFlight) {
    throw unavailable('Too many requests are running at the moment. Try again.', 'overloaded');
  }
  if (openAreas.has(lane.group.area)) takeShare(lane, response, network);
  lane.inFlight += 1;
  response.once('close', () => {
    lane.inFlight -= 1;
  });
}
