import { pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { periodQuery } from '../period.ts';
import { BeforeCursor, decodeCursor, NextCursor } from './activity-cursor.ts';
import { ActivityEntry, ActivityKind, ActivityResult } from './activity.schema.ts';
import { listActivity } from './list-activity.ts';

export const activityRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/activity',
    operationId: 'listActivity',
    summary: 'List what happened',
    description:
      'Access events, calls, alarms of doors and changes in one stream, the newest first. Send `nextCursor` as `before` to read on. Entries that are added meanwhile do not move the others. A caller without `calls:read` gets no calls, and one without `audit:read` no changes. Changes appear once their audit record is sealed. Calls have no door and no pass; their openings are access events with a `callId`. Alarms have a door and no person.',
    scope: 'access-events:read',
    conditionalScopes: ['calls:read', 'audit:read'],
    query: {
      limit: pageQuery(['createdAt']).limit,
      before: BeforeCursor,
      kind: ActivityKind.optional(),
      result: ActivityResult.optional().meta({ description: 'Only entries with this result.' }),
      propertyId: idSchema('property').optional(),
      unitId: idSchema('unit').optional(),
      accessPointId: idSchema('accessPoint').optional(),
      userId: idSchema('user').optional().meta({
        description:
          'Only entries of this resident: access events, calls that rang, and changes. The uses of the 100 newest passes of the resident are included.',
      }),
      passId: idSchema('accessPass').optional().meta({
        description: 'Only uses and changes of this pass, or of one of its holders by the id of the holder.',
      }),
      q: SearchPrefix.meta({
        description:
          'Only entries about a building, unit, door, resident, member of staff or pass with these beginnings of words. It searches labels, names, e-mails and phones, as in the audit, at most 100 entities of a kind. Passes are found by the name of the guest or first holder, among the 1,000 newest ones. Kinds that the caller may not read are not searched.',
        example: 'northside',
      }),
      ...periodQuery,
    },
    response: z.object({ activity: z.array(ActivityEntry), nextCursor: NextCursor }),
    run: async ({ ctx, query: { before, limit, ...filters } }) => {
      const cursor = before === undefined ? null : decodeCursor(before);
      return ok(await listActivity(ctx, filters, { before: cursor, limit }));
    },
  }),
];
