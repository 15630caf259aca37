import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import { createApp } from '@pas/platform/http/create-app';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import { faultPages } from '@pas/shared/pages/fault-page';
import { residentRoutes, type ResidentDependencies } from './routes.ts';

/**
 * The places of exports in this process, for tenant and person: two at once for a tenant, one for a person. Without a limit
 * the exports of a few people would take all connections to the store.
 */
const newExpensivePlaces = () =>
  createFairPlaces({ places: 4, weights: [1, 1 / 4], waiting: { maxMs: 2000, max: 64, maxEach: 16 } });

/** Builds the Resident API and the pages on which a person finishes a sign-up. */
export function createResidentApp(parts: AppParts, dependencies: ResidentDependencies): Express {
  return createApp({
    ...parts,
    unknownInput: 'ignore',
    routes: residentRoutes(dependencies),
    faultPages,
    expensivePlaces: newExpensivePlaces(),
  });
}
