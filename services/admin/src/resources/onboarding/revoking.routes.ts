import type { Route } from '@pas/platform/http/define-route';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { InviteNameParam } from './dispatch.schema.ts';
import { Invite } from './invite.schema.ts';
import { inviteSecrets } from './invite-secrets.ts';
import { revokeInvite } from './revoke-invite.ts';
import { showInvite } from './show-invites.ts';

/** Routes that revoke an invite. */
export function revokingRoutes(onboarding: OnboardingSettings): Route[] {
  const common = {
    scope: 'onboarding:write' as const,
    summary: 'Revoke an invite',
    isPlanned: true,
    response: z.object({ invite: Invite }),
    isSecret: true,
    secrets: inviteSecrets(onboarding),
    codes: { 409: ['invite_already_accepted'] } as const,
  };
  const byPath = (path: `/${string}`, operationId: string): Route =>
    defineRoute({
      ...common,
      method: 'post',
      path,
      operationId,
      description:
        'The link of a PENDING invite stops working at once and answers 410. The record stays readable. An invite that has expired stays unchanged. An accepted invite is 409 `invite_already_accepted`: end the residence by a move-out instead.',
      params: { idOrToken: InviteNameParam },
      body: z.object({}),
      run: async ({ ctx, params: { idOrToken: name } }) =>
        ok({
          invite: await showInvite(ctx, onboarding.links, await revokeInvite(ctx, { name, ifMatch: null })),
        }),
    });
  return [
    byPath('/api/admin/onboarding/invites/{idOrToken}/revoke', 'revokeInvite'),
    byPath('/api/admin/onboarding/invite/{idOrToken}/revoke', 'revokeSingleInvite'),
    defineRoute({
      ...common,
      method: 'delete',
      path: '/api/admin/onboarding/invites/{id}',
      operationId: 'deleteInvite',
      description: 'The same as `POST …/revoke`. The record stays readable.',
      params: { id: idSchema('invite') },
      failures: [412],
      run: async ({ ctx, params: { id }, ifMatch }) => {
        const invite = await revokeInvite(ctx, { name: { by: 'id', inviteId: id }, ifMatch });
        return ok({ invite: await showInvite(ctx, onboarding.links, invite) });
      },
    }),
  ];
}
