import { rm } from 'node:fs/promises';
import { testPlans } from '@pas/testing/route-attacks/plans';
import { testRefusals } from '@pas/testing/route-attacks/refusals';
import { testUseAfterDelete } from '@pas/testing/route-attacks/use-after-delete';
import { testWrites } from '@pas/testing/route-attacks/writes';
import { afterAll, describe } from 'vitest';
import { adminRoutes } from '../src/routes.ts';
import { adminDependencies, checkpointing, startAdmin } from './admin-harness.ts';
import { preparationsFor } from './preparations.ts';
import { addOwner } from './rival-rows.ts';

// The suites test every route. This file names only the exceptions.

const admin = await startAdmin();
afterAll(() => rm(checkpointing.directory, { recursive: true, force: true }));

const suite = {
  routes: adminRoutes(adminDependencies),
  harness: () => admin,
  newOwner: async () => addOwner(admin),
  preparations: preparationsFor(() => admin),
};

describe('a write', () => {
  testWrites(suite);
});

describe('a plan', () => {
  testPlans(suite);
});

describe('an audit record', () => {
  testRefusals({
    ...suite,
    recordedReads: ['GET /api/admin/audit/export', 'GET /api/admin/users/{id}/data-export'],
  });
});

describe('a deleted row', () => {
  testUseAfterDelete({
    ...suite,
    repeatable: ['DELETE /api/admin/devices/{id}', 'DELETE /api/admin/passes/{id}'],
    forDeleted: [
      'GET /api/admin/users/{id}/data-export',
      'POST /api/admin/users/{id}/erase',
      // A revoked pass stays readable. Its other routes answer 409.
      'GET /api/admin/passes/{id}',
      'PATCH /api/admin/passes/{id}',
      'POST /api/admin/passes/{id}/send',
    ],
  });
});
