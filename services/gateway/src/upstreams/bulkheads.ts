import type { FairPlaces, Holders, Outcome } from '@pas/platform/concurrency/fair-places';
import { Fault } from '@pas/platform/errors/fault';
import { rateLimited } from '@pas/platform/errors/raise';
import { classifyRequest } from '@pas/platform/http/access-log';
import { shedRequests } from '@pas/platform/metrics/upstream-metrics';
import { unavailable } from '@pas/shared/errors/raise';
import type { Principal } from '@pas/shared/principal/principal';
import type { Request, Response } from 'express';
import {
  classOf,
  createExpensivePlaces,
  createPlaces,
  requestClassIn,
  type PlaceClass,
} from '../fair-shares/place-classes.ts';
import type { SlowBodies } from '../fair-shares/read-small-body.ts';
import type { RouteGroup, UpstreamName } from '../route-table.ts';
import type { Circuit } from './circuit.ts';
import { hasBody } from './has-body.ts';
import type { Upstream } from './upstream.ts';

/** The bulkhead of a route group in one environment. It limits the requests in flight and the share of each caller. */
export interface Bulkhead {
  readonly group: RouteGroup;
  readonly upstream: Upstream;
  readonly circuit: Circuit;
  readonly places: Readonly<Record<PlaceClass, FairPlaces>>;
  /** The requests that have a place at the upstream. */
  readonly inFlight: number;
}

/**
 * Makes a bulkhead without requests.
 *
 * @param expensive the places of expensive reads, for a group with such reads
 */
export function createBulkhead(
  group: RouteGroup,
  upstream: Upstream,
  expensive: FairPlaces | null = null,
): Bulkhead {
  const places = createPlaces(group, expensive);
  const { ordinary, uploads, longLived } = places;
  return {
    group,
    upstream,
    circuit: upstream.addCircuit(group.prefix),
    places,
    get inFlight() {
      return ordinary.inUse + uploads.inUse + longLived.inUse;
    },
  };
}

/** Finds the bulkhead of a group in an environment; undefined if this gateway has no such upstream. */
export type FindBulkhead = (group: RouteGroup, environment: string) => Bulkhead | undefined;

/** Makes one bulkhead for each group and environment, so that one cannot use the capacity of another. */
export function createBulkheads(
  groups: readonly RouteGroup[],
  environments: readonly string[],
  findUpstream: (name: UpstreamName, environment: string) => Upstream | undefined,
): FindBulkhead {
  const bulkheads = new Map<RouteGroup, Map<string, Bulkhead>>(groups.map((group) => [group, new Map()]));
  for (const environment of environments) {
    const places = groups.find((group) => group.isExpensive)?.maxInFlight ?? 1;
    const expensive = createExpensivePlaces(places);
    for (const group of groups) {
      const upstream = findUpstream(group.upstream, environment);
      const shared = group.isExpensive ? expensive : null;
      if (upstream) bulkheads.get(group)?.set(environment, createBulkhead(group, upstream, shared));
    }
  }
  return (group, environment) => bulkheads.get(group)?.get(environment);
}

/** A request for a place. */
export interface AdmissionRequest {
  request: Request;
  response: Response;
  principal: Principal;
  /** The network of the client, as in the counts of failed credentials. */
  network: string;
}

const holdersOf = ({ principal, network }: AdmissionRequest): Holders => [
  principal.tenantId,
  principal.id,
  network,
];

/** Makes the refusal of a request without a place. A metric counts it, and the log samples it. */
function shed(outcome: Outcome, { request, bulkhead, kind }: ShedRequest): Fault {
  const labels = { group: bulkhead.group.prefix, places: kind, reason: outcome };
  shedRequests.inc(labels);
  // The share of a provider is not the fault of one caller: it sends webhooks for many tenants.
  const isOfAll = outcome === 'full' || bulkhead.group.area === 'webhooks';
  const fault = isOfAll
    ? unavailable('Too many requests are running at the moment. Try again.', 'overloaded')
    : rateLimited(
        'Too many requests from this caller, its tenant or its network are running at the moment. Send fewer at once.',
        1,
      );
  const isCutShort = hasBody(request.headers) && !request.complete;
  // The gateway does not wait for the rest of the body.
  const headers = { ...fault.details.headers, ...(isCutShort && { Connection: 'close' }) };
  const detail = `${kind} places of ${bulkhead.group.prefix}: ${outcome}`;
  return new Fault(fault.kind, fault.code, fault.message, { headers, detail, isShed: true });
}

interface ShedRequest {
  request: Request;
  bulkhead: Bulkhead;
  kind: PlaceClass;
}

/** Counts the requests of a bulkhead whose small bodies arrive slowly. */
export function slowBodiesOf(bulkhead: Bulkhead, admission: AdmissionRequest): SlowBodies {
  const { bodies } = bulkhead.places;
  const holders = holdersOf(admission);
  return {
    enter() {
      const outcome = bodies.tryTake(holders);
      if (outcome !== 'taken') throw shed(outcome, { request: admission.request, bulkhead, kind: 'bodies' });
    },
    leave: () => bodies.release(holders),
  };
}

/** Waits for a place until the client leaves, if these places allow waiting. */
function waitForPlace(places: FairPlaces, holders: Holders, response: Response): Promise<Outcome> {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  return places.take(holders, leaving.signal);
}

/**
 * Gives a request a place in a bulkhead until its answer is sent or its connection is closed. Expensive reads,
 * webhooks, and bursts of one person or controller wait for a place. Other requests do not wait, because that would
 * only move the queue to the gateway.
 *
 * @returns whether the client is still connected
 * @throws unavailable when all places are taken; rate_limited when the caller, its tenant or its network has used its
 *   share of them
 */
export async function enterBulkhead(bulkhead: Bulkhead, admission: AdmissionRequest): Promise<boolean> {
  const { request, response } = admission;
  // Neither `Accept` nor a body leads an expensive read to other places.
  const kind = bulkhead.group.isExpensive ? 'ordinary' : classOf(request);
  classifyRequest(response, requestClassIn(bulkhead.group, kind));
  const places = bulkhead.places[kind];
  const holders = holdersOf(admission);
  const atOnce = places.tryTake(holders);
  const outcome = atOnce === 'taken' ? atOnce : await waitForPlace(places, holders, response);
  if (response.closed) {
    if (outcome === 'taken') places.release(holders);
    return false;
  }
  if (outcome !== 'taken') throw shed(outcome, { request, bulkhead, kind });
  // `on`, because the event comes once and removing a listener costs as much as calling it.
  response.on('close', () => places.release(holders));
  return true;
}
