import { createApp } from '@pas/platform/http/create-app';
import { runOnce } from '@pas/platform/idempotency/run-once';
import type { AppParts } from '@pas/shared/service/start-service';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { Express } from 'express';
import { restrictStaff } from './staff/restrict-staff.ts';
import { adminRoutes, type AdminDependencies } from './routes.ts';

/** Builds the Admin API. A worker that answers no requests has no routes, only its health. */
export function createAdminApp(base: AppParts, dependencies: AdminDependencies | null): Express {
  return createApp({
    ...base,
    guard: restrictStaff(base.guard),
    unknownInput: 'refuse',
    routes: dependencies ? adminRoutes(dependencies) : [],
    runOnce,
    requireTenant: async (tenantId) => void (await readTenant(tenantId)),
  });
}
