import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { OwnAccessEvent, presentOwnAccessEvent } from './access-event.schema.ts';
import { listOwnAccessEvents } from './own-access-events.ts';

export const accessEventRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/access-events',
    operationId: 'listOwnAccessEvents',
    summary: 'List access events of my homes and of my own requests',
    description:
      'Returns decisions at doors for the person’s current units since the move-in. They include the household, guests with passes, calls and staff. Includes doors that the person requested. Excludes actions of neighbours.',
    scope: null,
    callers: 'resident',
    query: {
      ...pageQuery(['createdAt', 'occurredAt']),
      decision: z.enum(['GRANTED', 'DENIED']).optional(),
    },
    response: listEnvelope('accessEvents', OwnAccessEvent),
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listOwnAccessEvents(ctx, query);
      return ok({
        accessEvents: rows.map((row) => presentOwnAccessEvent(row, ctx.principal.id ?? '')),
        ...page,
      });
    },
  }),
];
