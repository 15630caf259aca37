import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { Call, Outcome, presentOwnCall } from './call.schema.ts';
import { listOwnCalls, loadOwnCall } from './own-calls.ts';

/** Routes of the calls to a resident's homes. */
export const callRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/calls',
    operationId: 'listOwnCalls',
    summary: 'List the calls to my homes',
    description:
      'Returns calls to the person’s current units from the move-in on, including calls that others answered. Phone numbers of residents are hidden.',
    scope: null,
    callers: 'resident',
    query: {
      ...pageQuery(['createdAt', 'startedAt']),
      unitId: idSchema('unit').optional(),
      outcome: Outcome.optional(),
    },
    response: listEnvelope('calls', Call),
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listOwnCalls(ctx, query);
      return ok({ calls: rows.map((row) => presentOwnCall(row, ctx.principal.id ?? '')), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/calls/{id}',
    operationId: 'getOwnCall',
    summary: 'Read a call to one of my homes',
    description: 'Returns one call. A call to another home answers 404.',
    scope: null,
    callers: 'resident',
    params: { id: idSchema('call') },
    response: z.object({ call: Call }),
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx, params: { id } }) =>
      ok({ call: presentOwnCall(await loadOwnCall(ctx, id), ctx.principal.id ?? '') }),
  }),
];
