import type { PassLinks } from '@pas/shared/access/pass-links';
import type { Route } from '@pas/platform/http/define-route';
import { pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { changesQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { checkNewPass, createPass } from './create-pass.ts';
import { deletePass } from './delete-pass.ts';
import { listPasses } from './list-passes.ts';
import { CreatePass, Pass, PassKind, presentPass } from './pass.schema.ts';
import { passSecrets } from './pass-secrets.ts';

const tag = 'Passes';

/** `/api/admin/passes`: passes that staff and API keys create for carriers, vendors and tours. */
export const passRoutes = (links: PassLinks): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/admin/passes',
    operationId: 'listPasses',
    summary: 'List passes',
    description:
      'The current and future passes, including those of residents. Links and PINs are not shown. A pass that has reached its `endsAt` leaves the list, also the list of deleted rows.',
    tag,
    scope: 'passes:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'endsAt']),
      ...changesQuery,
      propertyId: idSchema('property').optional(),
      accessPointId: idSchema('accessPoint')
        .optional()
        .meta({ description: 'Only passes that open this door.' }),
      kind: PassKind.optional(),
      createdById: z.string().min(1).max(64).optional().meta({
        description: 'Only passes that the resident, member of staff or key with this id has created.',
        example: 'user_01kb3rt9d5e0p8m6q2v7x4hzjn',
      }),
    },
    status: [200],
    response: listWithTombstones('passes', Pass),
    table: { row: Pass, without: ['url', 'pin'] },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listPasses(ctx, query);
      return ok({ passes: presentRows(rows, ({ group }) => presentPass(group)), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/passes',
    operationId: 'createPass',
    summary: 'Create a pass for a guest, carrier, vendor or tour',
    description:
      'Each holder gets a link and a PIN, which only this answer shows: `holders[].url` and `holders[].pin`. A repeat with the same `Idempotency-Key` shows them again. Times of day are those of the property.',
    tag,
    scope: 'passes:write',
    body: CreatePass,
    isSecret: true,
    secrets: passSecrets(links),
    status: [201],
    response: z.object({ pass: Pass }),
    failures: [404],
    codes: { 422: ['phone_is_virtual_number'] },
    check: ({ ctx, body }) => checkNewPass(ctx, body),
    run: async ({ ctx, body }) => created({ pass: presentPass(await createPass(ctx, links, body), links) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/passes/{id}',
    operationId: 'deletePass',
    summary: 'Revoke a pass',
    description:
      'The links and PINs of all its holders stop working. With the id of a further holder, only that holder loses the pass. A pass that is revoked already is also 204.',
    tag,
    scope: 'passes:write',
    params: { id: idSchema('accessPass') },
    status: [204],
    run: async ({ ctx, params: { id } }) => {
      await deletePass(ctx, id);
      return noContent();
    },
  }),
];
