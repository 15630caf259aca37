import { ok } from '@pas/platform/http/reply';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { readSelf } from './read-self.ts';
import { Self } from './self.schema.ts';

export const selfRoutes = [
  definePublicRoute({
    method: 'get',
    path: '/api/admin/auth/self',
    operationId: 'getSelf',
    summary: 'Read who is calling',
    description:
      'The name, tenant, scopes, properties and environments of the caller: a key or a member of staff. A key also gets its end and its rate limit. No scope is needed.',
    callers: 'admin',
    scope: null,
    response: z.object({ self: Self }),
    run: async ({ ctx }) => ok({ self: await readSelf(ctx) }),
  }),
];
