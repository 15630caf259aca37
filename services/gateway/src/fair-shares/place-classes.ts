import { createFairPlaces, type FairPlaces } from '@pas/platform/concurrency/fair-places';
import type { RequestClass } from '@pas/platform/http/access-log';
import { expensiveWaiting } from '@pas/platform/http/hold-place';
import type { Request } from 'express';
import { openAreas, type Area, type RouteGroup } from '../route-table.ts';
import { isSmallBody } from './read-small-body.ts';

/**
 * The classes of places that a route group has. Requests of one class cannot take the places of another:
 *
 * - `ordinary`: requests without a body, or with a small one, which has arrived before the place is taken;
 * - `uploads`: bodies that are streamed, because they are large or of unknown length;
 * - `longLived`: long polls and event streams;
 * - `bodies`: small bodies that are slow to arrive. These requests have no place at an upstream yet.
 */
export type PlaceClass = 'ordinary' | 'uploads' | 'longLived' | 'bodies';

/** Weights of tenant, principal and network, as `createFairPlaces` takes them. */
type Weights = readonly [tenant: number, principal: number, network: number];

/** A request without credentials counts for its network only. One network gets half of the places at most. */
const openWeights: Weights = [1, 1, 1];
/** A slow body costs its sender nothing. One key gets a third of the places at most, one tenant or network a half. */
const bodyWeights: Weights = [1, 0.5, 1];
/** Networks are not counted: an office has many tenants, and each tenant has its share. */
const expensiveWeights: Weights = [1, 1, Infinity];

/** One tenant gets two thirds of the places at most, one network three quarters. */
const weightsByArea: Readonly<Record<Area, Weights>> = {
  // One key: a half.
  admin: [2, 1, 3],
  // One person or controller: a ninth.
  resident: [2, 1 / 8, 3],
  mobile: [2, 1 / 8, 3],
  controllers: [2, 1 / 8, 3],
  // A provider calls from few networks and sends bursts: one network gets eight ninths.
  webhooks: [1, 1, 8],
  sign_in: openWeights,
  public: openWeights,
};

/**
 * A burst of webhooks waits for places, because providers repeat a refused webhook only after minutes. Providers wait
 * at least 10 s.
 */
const webhookWaiting = { maxMs: 4000, max: 2048, maxEach: 2048 } as const;

/** The places of the groups with expensive reads. The groups of one environment share them. */
export function createExpensivePlaces(places: number): FairPlaces {
  return createFairPlaces({ places, weights: expensiveWeights, waiting: expensiveWaiting });
}

/**
 * A burst of one person or controller waits for places of its own share. Examples are fifty taps, retries of an app, or
 * fifty PINs at a panel. Callers with a free place do not wait behind a burst.
 */
const burstWaiting = { maxMs: 4000, max: 512, maxEach: 128 } as const;

const waitingByArea: Readonly<Partial<Record<Area, typeof webhookWaiting | typeof burstWaiting>>> = {
  webhooks: webhookWaiting,
  resident: burstWaiting,
  mobile: burstWaiting,
  controllers: burstWaiting,
};

/** Makes the places of one route group in one environment. */
export function createPlaces(
  { area, maxInFlight, maxUploads }: RouteGroup,
  expensive: FairPlaces | null,
): Readonly<Record<PlaceClass, FairPlaces>> {
  const weights = weightsByArea[area];
  const slowWeights = openAreas.has(area) ? openWeights : bodyWeights;
  const uploads = maxUploads ?? Math.max(2, Math.ceil(maxInFlight / 4));
  const waiting = waitingByArea[area];
  const options = { places: maxInFlight, weights, ...(waiting && { waiting }) };
  return {
    ordinary: expensive ?? createFairPlaces(options),
    uploads: createFairPlaces({ places: uploads, weights: slowWeights }),
    longLived: createFairPlaces(options),
    bodies: createFairPlaces({ places: 2 * maxInFlight, weights: slowWeights }),
  };
}

const waitParameter = /([?&]wait=)(?!0*(?:&|$))[^&]*/;

/** Whether a request is a long poll. */
export const asksToWait = (url: string): boolean => waitParameter.test(url);

/** Returns the address of a long poll that is answered at once. */
export const withoutWait = (url: string): string => url.replace(waitParameter, '$10');

/** Whether a request waits at the service for an event. */
export function isLongLived({ method, url, headers }: Request): boolean {
  if (method === 'HEAD') return asksToWait(url);
  if (method !== 'GET') return false;
  return headers.accept?.includes('text/event-stream') === true || asksToWait(url);
}

/** Chooses the class of places that a request is counted in at its upstream. */
export function classOf(request: Request): Exclude<PlaceClass, 'bodies'> {
  const { headers } = request;
  const isStreamed = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (isStreamed && !isSmallBody(request)) return 'uploads';
  return isLongLived(request) ? 'longLived' : 'ordinary';
}

const requestClasses = { ordinary: 'interactive', uploads: 'upload', longLived: 'long_lived' } as const;

/** Returns the class under which metrics count a request that has a place. */
export function requestClassIn(group: RouteGroup, places: Exclude<PlaceClass, 'bodies'>): RequestClass {
  if (group.area === 'webhooks') return 'webhook';
  return group.isExpensive ? 'expensive' : requestClasses[places];
}
