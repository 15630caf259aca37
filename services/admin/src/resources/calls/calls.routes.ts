import { defineRoute } from '@pas/shared/routes/define-route';
import { keptChangesQuery, listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { periodQuery } from '../period.ts';
import { PhoneFilter } from '../phone-filter.ts';
import { Call, Outcome, presentCall } from './call.schema.ts';
import { listCalls, readNumbers } from './list-calls.ts';
import { loadCall } from './load-call.ts';

export const callRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/calls',
    operationId: 'listCalls',
    summary: 'List calls',
    description: '`from` and `to` filter by `startedAt`.',
    scope: 'calls:read',
    query: {
      ...pageQuery(['createdAt', 'startedAt', 'updatedAt']),
      ...keptChangesQuery,
      propertyId: idSchema('property').optional(),
      unitId: idSchema('unit').optional(),
      userId: idSchema('user')
        .optional()
        .meta({ description: 'Only calls that had this resident among their legs.' }),
      outcome: Outcome.optional(),
      providerCallId: z.string().min(1).max(128).optional(),
      ...periodQuery,
      fromNumber: PhoneFilter,
      toNumber: PhoneFilter,
    },
    response: listEnvelope('calls', Call),
    table: { row: Call },
    check: async ({ ctx, query }) => readNumbers(ctx, query),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listCalls(ctx, query);
      return ok({ calls: rows.map(presentCall), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/calls/{id}',
    operationId: 'getCall',
    summary: 'Read a call',
    description: 'One call with its legs.',
    scope: 'calls:read',
    params: { id: idSchema('call') },
    response: z.object({ call: Call }),
    run: async ({ ctx, params: { id } }) => ok({ call: presentCall(await loadCall(ctx, id)) }),
  }),
];
