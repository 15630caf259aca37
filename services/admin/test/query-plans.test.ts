import { newId } from '@pas/shared/ids/id';
import { testPlans } from '@pas/testing/query-plans/test-plans';
import { adminRoutes } from '../src/routes.ts';
import { adminDependencies, platformCaller, startAdmin } from './admin-harness.ts';
import { addRivals } from './rival-rows.ts';

// Nothing here names a route: whatever the Admin API can be asked has to stand on an index, a new list's filters too.

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
  // An export with checkpoints, too, is for callers of the whole tenant alone. Receipts are for the platform.
  closed: [
    'GET /api/admin/audit/verify',
    'GET /api/admin/audit/export',
    'GET /api/admin/webhook-receipts',
    'GET /api/admin/webhook-receipts/rejections',
  ],
});

// What stands above the tenants, for the platform that names none.
testPlans({
  routes: routes.filter(({ tenant }) => tenant === 'optional'),
  harness: () => admin,
  callers: { 'every tenant': () => platformCaller() },
  own: () => rivals.own,
});
