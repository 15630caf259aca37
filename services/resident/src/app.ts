import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import { createApp } from '@pas/platform/http/create-app';
import { expensiveWaiting } from '@pas/platform/http/hold-place';
import { runOnce } from '@pas/platform/idempotency/run-once';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import { faultPages } from '@pas/shared/pages/fault-page';
import { residentRoutes, type ResidentDependencies } from './routes.ts';

/**
 * Creates the semaphore for exports in this process: two at a time per tenant, one per person. Without it, the exports of
 * a few people would take all connections to the database.
 */
const newExpensivePlaces = () =>
  createFairPlaces({ places: 4, weights: [1, 1 / 4], waiting: expensiveWaiting });

/** Builds the Resident API and the pages on which a person finishes a sign-up. */
export function createResidentApp(parts: AppParts, dependencies: ResidentDependencies): Express {
  return createApp({
    ...parts,
    unknownInput: 'ignore',
    routes: residentRoutes(dependencies),
    faultPages,
    runOnce,
    isKeyed: false,
    expensivePlaces: newExpensivePlaces(),
  });
}
