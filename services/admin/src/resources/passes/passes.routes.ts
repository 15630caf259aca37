import type { PassLinks } from '@pas/shared/access/pass-links';
import type { Route } from '@pas/platform/http/define-route';
import { pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { accepted, created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { Channel } from '@pas/shared/models/invite';
import { defineRoute } from '@pas/shared/routes/define-route';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';
import { changesQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { checkNewPass, createPass } from './create-pass.ts';
import { deletePass } from './delete-pass.ts';
import { listPasses } from './list-passes.ts';
import { loadPass } from './load-pass.ts';
import { CreatePass, SendPass, UpdatePass } from './pass-requests.schema.ts';
import { Pass, PassKind, PassStatus, presentPass } from './pass.schema.ts';
import { passSecrets } from './pass-secrets.ts';
import { checkSending, sendPass } from './send-pass.ts';
import { checkPassPatch, updatePass } from './update-pass.ts';

const params = { id: idSchema('accessPass') };
const response = z.object({ pass: Pass });

interface PassRouteParts {
  links: PassLinks;
  /** The channels for which a carrier is configured. */
  channels: readonly Channel[];
}

/** `/api/admin/passes`: passes that staff and API keys create for carriers, vendors and tours. */
export const passRoutes = ({ links, channels }: PassRouteParts): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/admin/passes',
    operationId: 'listPasses',
    summary: 'List passes',
    description:
      'The current and future passes, including those of residents. Links and PINs are not shown. A pass that has reached its `endsAt` leaves the list, also the list of deleted rows. `status=ended` lists the passes that have expired or were revoked, and `status=all` both. These two show ended passes whole, and no tombstones.',
    scope: 'passes:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'endsAt']),
      ...changesQuery,
      q: SearchPrefix.meta({
        description:
          'Only passes with a holder whose name, e-mail and phone match: each word must start a word of them.',
        example: 'sam ort',
      }),
      propertyId: idSchema('property').optional(),
      accessPointId: idSchema('accessPoint')
        .optional()
        .meta({ description: 'Only passes that open this door.' }),
      kind: PassKind.optional(),
      status: PassStatus.default('live').meta({
        description:
          '`live`: passes that have not ended. `ended`: passes that have expired or were revoked. `all`: both.',
      }),
      createdById: z.string().min(1).max(64).optional().meta({
        description: 'Only passes that the resident, member of staff or key with this id has created.',
        example: 'user_01kb3rt9d5e0p8m6q2v7x4hzjn',
      }),
    },
    response: listWithTombstones('passes', Pass),
    table: { row: Pass, without: ['url', 'pin'] },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listPasses(ctx, query);
      const present = ({ group }: (typeof rows)[number]) => presentPass(group, ctx);
      return ok({
        passes: query.status === 'live' ? presentRows(rows, present) : rows.map(present),
        ...page,
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/passes/{id}',
    operationId: 'getPass',
    summary: 'Read a pass',
    description:
      'One pass, current, future or ended, without links and PINs. The id of each holder finds the whole pass.',
    scope: 'passes:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok({ pass: presentPass(await loadPass(ctx, id), ctx) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/passes',
    operationId: 'createPass',
    summary: 'Create a pass for a guest, carrier, vendor or tour',
    description:
      'Each holder gets a link and a PIN, which only this answer shows: `holders[].url` and `holders[].pin`. A repeat with the same `Idempotency-Key` shows them again. Times of day are those of the property.',
    scope: 'passes:write',
    body: CreatePass,
    isSecret: true,
    secrets: passSecrets(links),
    status: [201],
    response,
    codes: { 422: ['phone_is_virtual_number'] },
    check: ({ ctx, body }) => checkNewPass(ctx, body),
    run: async ({ ctx, body }) =>
      created({ pass: presentPass(await createPass(ctx, links, body), { now: ctx.now, links }) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/admin/passes/{id}',
    operationId: 'updatePass',
    summary: 'Extend or correct a pass',
    description:
      'Changes a pass that has not ended, for all its holders; an ended one is 409 `pass_ended`. `holders` corrects names and contacts of holders by their `id`. Links stay the same. A PIN stays the same unless another pass uses it at a new door. Then `holders[].pin` shows the new one, in this answer only. A resident’s pass takes only doors that the resident may open.',
    scope: 'passes:write',
    params,
    body: UpdatePass,
    isSecret: true,
    response,
    failures: [412],
    codes: { 409: ['pass_ended'], 422: ['phone_is_virtual_number'] },
    check: async ({ ctx, params: { id }, body }) => checkPassPatch(ctx, id, body),
    run: async ({ ctx, params: { id }, body: patch, ifMatch }) => {
      const { group, newPins } = await updatePass(ctx, links, { id, ifMatch, patch });
      return ok({ pass: presentPass(group, { now: ctx.now, links, newPins }) });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/passes/{id}/send',
    operationId: 'sendPass',
    summary: 'Send a pass by e-mail or SMS',
    description:
      'Queues a message with the link of the holder for each contact, and answers at once. `holders[].deliveries` shows its state. A contact whose message is still queued gets no second one. The PIN is not in the message: the page of the link shows it. A holder of `holderIds` without a contact is 422 `contact_missing`; without `holderIds`, only if no holder has one. A pass that has ended is 409 `pass_ended`. A tenant sends at most 10 messages in 24 hours and 30 in seven days to one address or phone. Beyond that the answer is 429 `recipient_limit_reached`, and nothing is sent.',
    scope: 'passes:write',
    params,
    body: SendPass,
    status: [202],
    response,
    codes: {
      409: ['pass_ended'],
      422: ['contact_missing', 'premium_number'],
      429: ['recipient_limit_reached'],
    },
    check: async ({ ctx, params: { id }, body, faulty }) =>
      faulty.has('channels') || checkSending(ctx, channels, { id, ...body }),
    run: async ({ ctx, params: { id }, body }) =>
      accepted({ pass: presentPass(await sendPass(ctx, channels, { id, ...body }), ctx) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/passes/{id}',
    operationId: 'deletePass',
    summary: 'Revoke a pass',
    description:
      'The links and PINs of all its holders stop working. With the id of a further holder, only that holder loses the pass. A pass that is revoked already is also 204.',
    scope: 'passes:write',
    params,
    query: {
      reason: oneLine(200).optional().meta({
        description: 'The reason, for the pass and the audit.',
        example: 'The work is finished.',
      }),
    },
    isPlanned: true,
    failures: [412],
    run: async ({ ctx, params: { id }, query: { reason = null }, ifMatch }) => {
      await deletePass(ctx, { id, ifMatch, reason });
      return noContent();
    },
  }),
];
