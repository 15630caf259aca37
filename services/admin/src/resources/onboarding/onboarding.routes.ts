import type { Route } from '@pas/platform/http/define-route';
import { defineRoute } from '@pas/shared/routes/define-route';
import { keptChangesQuery, listEnvelope, pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { created, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { bulkRoutes } from './bulk.routes.ts';
import { createInvite, unitScope } from './create-invite.ts';
import { checkInvitation } from './read-invitation.ts';
import { CreateInvite, Invite, Stuck, UpdateInvite } from './invite.schema.ts';
import { inviteSecrets } from './invite-secrets.ts';
import { listInvites } from './list-invites.ts';
import { loadInvite } from './load-invite.ts';
import { revokingRoutes } from './revoking.routes.ts';
import { previewRoutes } from './preview-message.routes.ts';
import { sendingRoutes } from './sending.routes.ts';
import { showInvite, showInvites } from './show-invites.ts';
import { checkPhone, updateInvite } from './update-invite.ts';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';

const response = z.object({ invite: Invite });

/** Routes of invites and their actions. */
export function onboardingRoutes(onboarding: OnboardingSettings): Route[] {
  const secrets = inviteSecrets(onboarding);

  return [
    defineRoute({
      method: 'post',
      path: '/api/admin/onboarding/invite',
      operationId: 'createInvite',
      summary: 'Create an invite',
      description:
        'Name the unit by `unitId`, or by `propertyId` and `unitLabel`. A unit that does not exist yet is created, and the invite has `unitCreated: true`; this needs the scope `units:write` too. If the person has a pending invite to the unit, the answer is 200 with that invite unchanged. Then `dispatch` uses only unused channels. A person is recognised by the e-mail, or by the phone if there is no e-mail. Without a contact, every call creates a new invite. 409 `already_resident` when the person has a residence in the unit and has signed up. A resident who has never signed up accepts the invite as the same user. 409 `property_archived` for a new invite in an archived property. A tenant sends at most 10 messages in 24 hours and 30 in seven days to one address or phone. Beyond that the answer is 429 `recipient_limit_reached`, and nothing is created or sent.',
      scope: 'onboarding:write',
      conditionalScopes: [unitScope],
      body: CreateInvite,
      status: [201, 200],
      response,
      isSecret: true,
      secrets,
      check: async ({ ctx, body, faulty }) => checkInvitation(ctx, onboarding, { sent: body, faulty }),
      codes: {
        409: ['already_resident', 'property_archived'],
        422: ['contact_missing', 'phone_is_virtual_number', 'premium_number'],
        429: ['recipient_limit_reached'],
      },
      run: async ({ ctx, body }) => {
        const { invite, isNew, hasNewUnit } = await createInvite(ctx, onboarding, body);
        const shown = await showInvite(ctx, onboarding.links, invite);
        return (isNew ? created : ok)({ invite: { ...shown, ...(hasNewUnit && { unitCreated: true }) } });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/onboarding/invites',
      operationId: 'listInvites',
      summary: 'List invites',
      description:
        'The invites of the tenant. `token` and `inviteUrl` are null for callers with `onboarding:read` only.',
      scope: 'onboarding:read',
      query: {
        ...pageQuery(['createdAt', 'updatedAt', 'expiresAt']),
        ...keptChangesQuery,
        q: SearchPrefix,
        status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']).optional(),
        unitId: idSchema('unit').optional(),
        propertyId: idSchema('property').optional(),
        userId: idSchema('user').optional().meta({
          description: 'Only invites to the contacts of this user, and those of the user’s residences.',
        }),
        stuck: Stuck,
      },
      response: listEnvelope('invites', Invite),
      table: { row: Invite, without: ['token', 'inviteUrl', 'unitCreated'] },
      isSecret: true,
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listInvites(ctx, query);
        return ok({ invites: await showInvites(ctx, onboarding.links, rows), ...page });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/onboarding/invites/{id}',
      operationId: 'getInvite',
      summary: 'Read an invite',
      description:
        'One invite with its deliveries. `token` and `inviteUrl` are null for callers with `onboarding:read` only.',
      scope: 'onboarding:read',
      params: { id: idSchema('invite') },
      response,
      isSecret: true,
      run: async ({ ctx, params: { id } }) =>
        ok({
          invite: await showInvite(ctx, onboarding.links, await loadInvite(ctx, { by: 'id', inviteId: id })),
        }),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/admin/onboarding/invites/{id}',
      operationId: 'updateInvite',
      summary: 'Change a pending invite',
      description:
        'Changes the fields that are sent. Another e-mail or phone gives the invite a new link; the old one answers 410 `invite_superseded`. Messages that wait for the old contact are FAILED with `contact_changed`. Nothing is sent: dispatch sends the new link. 409 `already_exists` when another pending invite to the unit has the contact. 409 `already_resident` when the person lives there. An invite that is not PENDING is 409, as for a dispatch.',
      scope: 'onboarding:write',
      params: { id: idSchema('invite') },
      body: UpdateInvite,
      response,
      isSecret: true,
      failures: [412],
      codes: {
        409: [
          'invite_expired',
          'invite_already_accepted',
          'invite_revoked',
          'invite_superseded',
          'already_exists',
          'already_resident',
        ],
        422: ['premium_number'],
      },
      check: async ({ ctx, params: { id }, body: { inviteePhone }, faulty }) =>
        faulty.has('inviteePhone') || checkPhone(ctx, id, inviteePhone),
      run: async ({ ctx, params: { id }, body, ifMatch }) => {
        const invite = await updateInvite(ctx, onboarding.links, { id, ifMatch, patch: body });
        return ok({ invite: await showInvite(ctx, onboarding.links, invite) });
      },
    }),
    ...sendingRoutes(onboarding),
    ...previewRoutes(onboarding),
    ...revokingRoutes(onboarding),
    ...bulkRoutes(onboarding),
  ];
}
