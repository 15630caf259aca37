import { rm } from 'node:fs/promises';
import { testOneRecord } from '@pas/testing/route-attacks/one-record';
import { afterAll } from 'vitest';
import { adminRoutes } from '../src/routes.ts';
import { adminDependencies, checkpointing, startAdmin } from './admin-harness.ts';
import { preparationsFor } from './preparations.ts';
import { addOwner } from './rival-rows.ts';

const admin = await startAdmin();
afterAll(() => rm(checkpointing.directory, { recursive: true, force: true }));

// Nothing here names a route but the one read that is on record: whatever the Admin API mounts is held to it.
testOneRecord({
  routes: adminRoutes(adminDependencies),
  harness: () => admin,
  newOwner: async () => addOwner(admin),
  preparations: preparationsFor(() => admin),
  recordedReads: ['GET /api/admin/audit/export', 'GET /api/admin/users/{id}/data-export'],
});
