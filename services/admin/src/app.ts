import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import { createApp } from '@pas/platform/http/create-app';
import { expensiveWaiting } from '@pas/platform/http/hold-place';
import { runItemsOnce } from '@pas/platform/idempotency/run-items-once';
import { runOnce, runReadOnce } from '@pas/platform/idempotency/run-once';
import type { AppParts } from '@pas/shared/service/start-service';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { Express } from 'express';
import { recordListExport } from './resources/record-list-export.ts';
import { restrictStaff } from './staff/restrict-staff.ts';
import { adminRoutes, type AdminDependencies } from './routes.ts';

/**
 * Limits concurrent expensive reads in this process, per tenant and caller. The gateway has the same limits,
 * but several gateways may forward here.
 */
const newExpensivePlaces = () => createFairPlaces({ places: 4, weights: [1, 1], waiting: expensiveWaiting });

/** Builds the Admin API. A worker that answers no requests has no routes, only its health. */
export function createAdminApp(base: AppParts, dependencies: AdminDependencies | null): Express {
  return createApp({
    ...base,
    guard: restrictStaff(base.guard),
    unknownInput: 'refuse',
    routes: dependencies ? adminRoutes(dependencies) : [],
    runOnce,
    runItems: runItemsOnce,
    runReadOnce,
    recordExport: recordListExport,
    expensivePlaces: newExpensivePlaces(),
    requireTenant: async (tenantId) => void (await readTenant(tenantId)),
  });
}
