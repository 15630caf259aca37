import { defineRoute } from '@pas/shared/routes/define-route';
import { keptChangesQuery, listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { periodQuery } from '../period.ts';
import {
  AccessEvent,
  Decision,
  explainAccessEvent,
  Explanation,
  Method,
  presentAccessEvent,
} from './access-event.schema.ts';
import { listAccessEvents } from './list-access-events.ts';
import { loadAccessEvent } from './load-access-event.ts';

export const accessEventRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/access-events',
    operationId: 'listAccessEvents',
    summary: 'List access events',
    description: 'Events cannot be changed or deleted. `from` and `to` filter by `occurredAt`.',
    scope: 'access-events:read',
    query: {
      ...pageQuery(['createdAt', 'occurredAt', 'updatedAt']),
      ...keptChangesQuery,
      propertyId: idSchema('property').optional(),
      unitId: idSchema('unit').optional(),
      accessPointId: idSchema('accessPoint').optional(),
      subjectId: z.string().min(1).max(64).optional().meta({
        description: 'Only events of the user or key with this id.',
        example: 'user_01kb3rt9d5e0p8m6q2v7x4hzjn',
      }),
      decision: Decision.optional(),
      method: Method.optional(),
      ...periodQuery,
    },
    response: listEnvelope('accessEvents', AccessEvent),
    table: { row: AccessEvent },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listAccessEvents(ctx, query);
      return ok({ accessEvents: rows.map(presentAccessEvent), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/access-events/{id}',
    operationId: 'getAccessEvent',
    summary: 'Read an access event',
    description: 'One decision about a door, with its reason.',
    scope: 'access-events:read',
    params: { id: idSchema('accessEvent') },
    response: z.object({ accessEvent: AccessEvent }),
    run: async ({ ctx, params: { id } }) =>
      ok({ accessEvent: presentAccessEvent(await loadAccessEvent(ctx, id)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/access-events/{id}/explain',
    operationId: 'explainAccessEvent',
    summary: 'Explain why access was granted or denied',
    description:
      'The rules that were checked for the decision, in order, each with its result. The first rule that denies is the last one. A decision that a controller made alone has one rule.',
    scope: 'access-events:read',
    params: { id: idSchema('accessEvent') },
    response: z.object({ explanation: Explanation }),
    run: async ({ ctx, params: { id } }) =>
      ok({ explanation: explainAccessEvent(await loadAccessEvent(ctx, id)) }),
  }),
];
