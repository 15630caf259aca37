import { newId } from '@pas/shared/ids/id';
import { testPlans } from '@pas/testing/query-plans/test-plans';
import { adminRoutes } from '../src/routes.ts';
import { adminDependencies, platformCaller, startAdmin } from './admin-harness.ts';
import { addRivals } from './rival-rows.ts';
import { addSetupLink } from './setup-link-row.ts';

// Routes are not named here: every query of the Admin API needs an index, including filters of new lists.

const admin = await startAdmin();
const rivals = await addRivals(admin);

const routes = adminRoutes(adminDependencies);

testPlans({
  routes,
  harness: () => admin,
  callers: {
    'the whole tenant': () => rivals.caller,
    'some properties': () => ({
      ...rivals.restricted,
      propertyIds: [...(rivals.restricted.propertyIds ?? []), newId('property')],
    }),
  },
  own: () => rivals.own,
  // An export with checkpoints is also only for callers of the whole tenant. Receipts are for the platform.
  closed: [
    'GET /api/admin/audit/verify',
    'GET /api/admin/audit/export',
    'GET /api/admin/staff-sessions',
    'GET /api/admin/test-clocks',
    'GET /api/admin/test-clocks/{id}',
    'GET /api/admin/setup-links',
    'GET /api/admin/setup-links/{id}',
    'GET /api/admin/webhook-receipts',
    'GET /api/admin/webhook-receipts/rejections',
  ],
});

// Routes above the tenants, for the platform without a tenant. The first suite reads `self` with a stored key.
testPlans({
  routes: routes.filter(({ tenant, operationId }) => tenant === 'optional' && operationId !== 'getSelf'),
  harness: () => admin,
  callers: { 'every tenant': () => platformCaller() },
  own: () => rivals.own,
});

const tenantId = rivals.caller.tenantId ?? '';
const setupLinkId = await addSetupLink(tenantId);

// Routes only for the platform, in a tenant.
testPlans({
  routes: routes.filter(({ path }) => path.startsWith('/api/admin/setup-links')),
  harness: () => admin,
  callers: { 'the platform': () => platformCaller(tenantId) },
  own: () => ({ ...rivals.own, set_: setupLinkId }),
});
