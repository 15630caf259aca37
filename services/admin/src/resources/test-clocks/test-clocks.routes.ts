import { pageQuery } from '@pas/platform/http/page';
import { accepted, created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { changesQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { advanceTestClock } from './advance-test-clock.ts';
import { createTestClock } from './create-test-clock.ts';
import { deleteTestClock } from './delete-test-clock.ts';
import { listTestClocks } from './list-test-clocks.ts';
import { loadTestClock } from './load-test-clock.ts';
import { requireTestEnvironment } from './require-test-environment.ts';
import { AdvanceTestClock, CreateTestClock, presentTestClock, TestClock } from './test-clock.schema.ts';

const params = { id: idSchema('testClock') };
const response = z.object({ testClock: TestClock });
const needsWholeTenant = true;
const refused = ['test_environment_required' as const];

/** `/api/admin/test-clocks`: the time of the tenant in DEV and TEST. */
export const testClockRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/test-clocks',
    operationId: 'listTestClocks',
    summary: 'List test clocks',
    description: 'The test clock of the tenant: one or none. Outside DEV and TEST: 403.',
    scope: 'tenants:read',
    needsWholeTenant,
    query: { ...pageQuery(['createdAt', 'updatedAt']), ...changesQuery },
    response: listWithTombstones('testClocks', TestClock),
    codes: { 403: refused },
    run: async ({ ctx, query }) => {
      requireTestEnvironment(ctx);
      const { rows, ...page } = await listTestClocks(ctx, query);
      return ok({ testClocks: presentRows(rows, presentTestClock), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/test-clocks',
    operationId: 'createTestClock',
    summary: 'Create a test clock',
    description:
      'Gives the tenant a time of its own in DEV and TEST; elsewhere 403. A tenant has one at most: 409. The time stands still until it is advanced, or until real time passes it. Residences, invites, their reminders, passes, PINs and quiet hours follow it. An advance also brings forward the retries of webhooks. Unlock attempts, calls, imports, keys, sessions, limits, messages and signatures keep real time. So do `createdAt`, `updatedAt`, and the times of events and audit records.',
    scope: 'tenants:write',
    needsWholeTenant,
    body: CreateTestClock,
    status: [201],
    response,
    codes: { 403: refused, 409: ['already_exists'] },
    run: async ({ ctx, body }) => {
      requireTestEnvironment(ctx);
      return created({ testClock: presentTestClock(await createTestClock(ctx, body)) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/test-clocks/{id}',
    operationId: 'getTestClock',
    summary: 'Read a test clock',
    description: 'Read it until its `status` is READY. Outside DEV and TEST: 403.',
    scope: 'tenants:read',
    needsWholeTenant,
    params,
    response,
    codes: { 403: refused },
    run: async ({ ctx, params: { id } }) => {
      requireTestEnvironment(ctx);
      return ok({ testClock: presentTestClock(await loadTestClock(ctx, id)) });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/test-clocks/{id}/advance',
    operationId: 'advanceTestClock',
    summary: 'Advance a test clock',
    description:
      'Moves the time of the tenant forward. Every process uses it within a second, and a new clock within ten. Workers then store starts and ends of residences, and expired invites. They send due reminders, free the PINs of ended passes and make due retries of webhooks. `status` is READY when all is stored. Only the next retry of an event comes forward; advance again for the one after it. A reminder is sent only if the invite is pending at the new time.',
    scope: 'tenants:write',
    needsWholeTenant,
    params,
    body: AdvanceTestClock,
    status: [202],
    response,
    codes: { 403: refused },
    run: async ({ ctx, params: { id }, body }) => {
      requireTestEnvironment(ctx);
      return accepted({ testClock: presentTestClock(await advanceTestClock(ctx, { id, to: body.to })) });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/test-clocks/{id}',
    operationId: 'deleteTestClock',
    summary: 'Delete a test clock',
    description:
      'Real time counts again, within a second in every process. Stored ends remain: an expired invite stays expired, and so does a pass that had ended a day before. Other passes that have ended only by the clock open doors again. A residence that began at a time of the clock begins at that time.',
    scope: 'tenants:write',
    needsWholeTenant,
    params,
    failures: [412],
    codes: { 403: refused },
    run: async ({ ctx, params: { id }, ifMatch }) => {
      requireTestEnvironment(ctx);
      await deleteTestClock(ctx, { id, ifMatch });
      return noContent();
    },
  }),
];
