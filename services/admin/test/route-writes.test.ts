import { testFailedWrites } from '@pas/testing/route-attacks/failed-writes';
import { testRepeats } from '@pas/testing/route-attacks/repeats';
import { testUseAfterDelete } from '@pas/testing/route-attacks/use-after-delete';
import { describe } from 'vitest';
import { adminRoutes } from '../src/routes.ts';
import { adminDependencies, startAdmin } from './admin-harness.ts';
import { preparationsFor } from './preparations.ts';
import { addOwner } from './rival-rows.ts';

// Nothing here names a route but what some need to be done: a new route is tested with the others.

const admin = await startAdmin();

const suite = {
  routes: adminRoutes(adminDependencies),
  harness: () => admin,
  newOwner: async () => addOwner(admin),
  preparations: preparationsFor(() => admin),
};

describe('a failed write', () => {
  testFailedWrites(suite);
});

describe('a repeated write', () => {
  testRepeats(suite);
});

describe('a deleted row', () => {
  testUseAfterDelete({
    ...suite,
    repeatable: ['DELETE /api/admin/devices/{id}', 'DELETE /api/admin/passes/{id}'],
    forDeleted: ['GET /api/admin/users/{id}/data-export', 'POST /api/admin/users/{id}/erase'],
  });
});
