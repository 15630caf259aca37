import type { Route } from '@pas/platform/http/define-route';
import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery, SearchPrefix, UpdatedSince } from '@pas/platform/http/page';
import { accepted, created, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { createInvite } from './create-invite.ts';
import { dispatchInvite } from './dispatch-invite.ts';
import {
  CreateInvite,
  DispatchInvite,
  DispatchInviteByName,
  Invite,
  InviteNameParam,
  presentInvite,
} from './invite.schema.ts';
import { inviteSecrets } from './invite-secrets.ts';
import { listInvites } from './list-invites.ts';
import { loadInvite } from './load-invite.ts';
import type { Onboarding } from '@pas/shared/invites/onboarding';

const tag = 'Onboarding';
const response = z.object({ invite: Invite });

/** Onboarding: invites and what is done with them. */
export function onboardingRoutes(onboarding: Onboarding): Route[] {
  const secrets = inviteSecrets(onboarding);
  const dispatchRoute = (path: `/${string}`, operationId: string): Route =>
    defineRoute({
      method: 'post',
      path,
      operationId,
      summary: 'Dispatch an invite by e-mail or SMS',
      description:
        'Queues the message on each channel once; a repeated call sends nothing and answers the same.',
      tag,
      scope: 'onboarding:write',
      params: { idOrToken: InviteNameParam },
      body: DispatchInvite,
      status: [202],
      response,
      secrets,
      codes: { 409: [] },
      run: async ({ ctx, params: { idOrToken: name }, body: { channels } }) => {
        const invite = await dispatchInvite(ctx, onboarding, { name, channels });
        return accepted({ invite: presentInvite(ctx, onboarding.links, invite) });
      },
    });

  return [
    defineRoute({
      method: 'post',
      path: '/api/admin/onboarding/invite',
      operationId: 'createInvite',
      summary: 'Create an invite',
      description:
        'A person already invited to the unit keeps the pending invite, which is answered with 200.',
      tag,
      scope: 'onboarding:write',
      body: CreateInvite,
      status: [201, 200],
      response,
      secrets,
      failures: [404],
      run: async ({ ctx, body }) => {
        const { invite, isNew } = await createInvite(ctx, onboarding, body);
        return (isNew ? created : ok)({ invite: presentInvite(ctx, onboarding.links, invite) });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/onboarding/invites',
      operationId: 'listInvites',
      summary: 'List invites',
      tag,
      scope: 'onboarding:read',
      query: {
        ...pageQuery(['createdAt', 'updatedAt', 'expiresAt']),
        updatedSince: UpdatedSince,
        q: SearchPrefix,
        status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']).optional(),
        unitId: idSchema('unit').optional(),
        propertyId: idSchema('property').optional(),
      },
      status: [200],
      response: listEnvelope('invites', Invite),
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listInvites(ctx, query);
        return ok({ invites: rows.map((row) => presentInvite(ctx, onboarding.links, row)), ...page });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/onboarding/invites/{id}',
      operationId: 'getInvite',
      summary: 'Read an invite',
      tag,
      scope: 'onboarding:read',
      params: { id: idSchema('invite') },
      status: [200],
      response,
      run: async ({ ctx, params: { id } }) =>
        ok({
          invite: presentInvite(ctx, onboarding.links, await loadInvite(ctx, { by: 'id', inviteId: id })),
        }),
    }),
    dispatchRoute('/api/admin/onboarding/invites/{idOrToken}/dispatch', 'dispatchInvite'),
    dispatchRoute('/api/admin/onboarding/invite/{idOrToken}/dispatch', 'dispatchInviteByShortPath'),
    defineRoute({
      method: 'post',
      path: '/api/admin/onboarding/dispatch',
      operationId: 'dispatchNamedInvite',
      summary: 'Dispatch an invite named in the body',
      tag,
      scope: 'onboarding:write',
      body: DispatchInviteByName,
      status: [202],
      response,
      secrets,
      failures: [404],
      codes: { 409: [] },
      run: async ({ ctx, body: { name, channels } }) => {
        const invite = await dispatchInvite(ctx, onboarding, { name, channels });
        return accepted({ invite: presentInvite(ctx, onboarding.links, invite) });
      },
    }),
  ];
}
