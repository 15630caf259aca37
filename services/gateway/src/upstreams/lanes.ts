import { unavailable } from '@pas/shared/errors/raise';
import type { Response } from 'express';
import type { RouteGroup, UpstreamName } from '../route-table.ts';
import type { Upstream } from './upstream.ts';

/** A group of paths on its way to the replicas of one environment, with the requests that are under way on it. */
export interface Lane {
  readonly group: RouteGroup;
  readonly upstream: Upstream;
  inFlight: number;
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
      if (upstream) byEnvironment.set(environment, { group, upstream, inFlight: 0 });
    }
    lanes.set(group, byEnvironment);
  }
  return (group, environment) => lanes.get(group)?.get(environment);
}

/**
 * Takes a place on a lane until the answer is out or the connection is gone.
 *
 * @throws unavailable at once when all places are taken: waiting here would only move the queue to the gateway
 */
export function takePlace(lane: Lane, response: Response): void {
  if (lane.inFlight >= lane.group.maxInFlight) {
    throw unavailable('Too much is under way here at the moment. Try again.', 'overloaded');
  }
  lane.inFlight += 1;
  response.once('close', () => {
    lane.inFlight -= 1;
  });
}
