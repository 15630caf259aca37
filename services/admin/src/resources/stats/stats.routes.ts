import { defineRoute } from '@pas/shared/routes/define-route';
import { ok } from '@pas/platform/http/reply';
import { z } from 'zod';
import { readStats } from './read-stats.ts';
import { Stats } from './stats.schema.ts';

export const statsRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/stats',
    operationId: 'getStats',
    summary: 'Read the tenant’s figures as they are now',
    description:
      'How many properties, units, residents, invites, calls, devices and numbers there are now. FORMER residents do not count. The figures of a tenant with 20,000 units or more can be 15 seconds old: `generatedAt` shows their time.',
    scope: 'analytics:read',
    response: z.object({ stats: Stats }),
    run: async ({ ctx }) => ok({ stats: await readStats(ctx) }),
  }),
];
