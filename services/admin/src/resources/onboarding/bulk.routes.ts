import type { Route } from '@pas/platform/http/define-route';
import { accepted, created, ok } from '@pas/platform/http/reply';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import type { InviteRow } from '@pas/shared/models/invite';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { BulkAnswer, BulkInvites, BulkResult, BulkUserResult, BulkUsers } from './bulk.schema.ts';
import { dispatchInvite } from './dispatch-invite.ts';
import type { InviteName } from './dispatch.schema.ts';
import { inviteSecrets } from './invite-secrets.ts';
import { inviteResident, readScope } from './invite-resident.ts';
import { nameInvites, nameResidents } from './name-refused.ts';
import { resendInvite } from './resend-invite.ts';
import { revokeInvite } from './revoke-invite.ts';
import { runBulk } from './run-bulk.ts';
import { showInvite } from './show-invites.ts';

/** Action on many invites. */
interface BulkAction {
  verb: 'dispatch' | 'resend' | 'revoke';
  path: `/${string}`;
  scope: 'onboarding:dispatch' | 'onboarding:write';
  run: (ctx: OperationContext, name: InviteName) => Promise<InviteRow>;
}

/** Creates invites for up to 500 residents in one call. */
const createRoute = (onboarding: OnboardingSettings): Route =>
  defineRoute({
    method: 'post',
    path: '/api/admin/onboarding/invites/bulk/create',
    operationId: 'createInvites',
    summary: 'Invite many residents',
    description:
      'Invites each of up to 500 residents to their own home, such as the residents of an import. The invite has the name, contacts, role and language of the resident. With several homes it is the one whose residence began first. `results` has one entry per resident: the status as `POST /onboarding/invite` answers it, and the invite. A resident with a pending invite to the home is 200 with that invite. A resident who has signed up is 409 `already_resident`. A resident without a current or future residence is 409 `no_residence`. A caller without `users:read` sees no residents, so each of them is 404. A refused entry has the problem code and a message that names the resident. One refusal does not stop the others. With an `Idempotency-Key`, a repeat runs only the missing ones.',
    scope: 'onboarding:write',
    conditionalScopes: [readScope],
    body: BulkUsers,
    itemResponse: BulkAnswer,
    isExpensive: true,
    isSecret: true,
    secrets: inviteSecrets(onboarding),
    isPlanned: true,
    response: z.object({ results: z.array(BulkUserResult) }),
    run: async ({ ctx, body: { userIds, dispatch }, runItem, signal }) =>
      runBulk(
        {
          ctx,
          ids: userIds,
          runItem,
          signal,
          nameItems: nameResidents,
          answer: async (within, userId) => {
            const { invite, isNew } = await inviteResident(within, onboarding, { userId, dispatch });
            return (isNew ? created : ok)({ invite: await showInvite(within, onboarding.links, invite) });
          },
        },
        (userId, result) => ({ userId, ...result }),
      ),
  });

/** Dispatch, resend and revoke for up to 500 invites in one call, and creation for as many residents. */
export function bulkRoutes(onboarding: OnboardingSettings): Route[] {
  const routeOf = ({ verb, path, scope, run }: BulkAction): Route => {
    const reply = verb === 'revoke' ? ok : accepted;
    return defineRoute({
      method: 'post',
      path,
      operationId: `${verb}Invites`,
      summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} many invites`,
      description: `Runs \`POST …/invites/{id}/${verb}\` for each of up to 500 invites, in order. \`results\` has one entry per invite: the status of the single call, and the invite. A refused entry has the problem code and a message that names invite and person. One refusal does not stop the others. With an \`Idempotency-Key\`, a repeat runs only the missing ones.`,
      scope,
      body: BulkInvites,
      itemResponse: BulkAnswer,
      isExpensive: true,
      isSecret: true,
      secrets: inviteSecrets(onboarding),
      isPlanned: true,
      response: z.object({ results: z.array(BulkResult) }),
      run: async ({ ctx, body: { inviteIds }, runItem, signal }) =>
        runBulk(
          {
            ctx,
            ids: inviteIds,
            runItem,
            signal,
            nameItems: nameInvites,
            answer: async (within, inviteId) => {
              const invite = await run(within, { by: 'id', inviteId });
              return reply({ invite: await showInvite(within, onboarding.links, invite) });
            },
          },
          (inviteId, result) => ({ inviteId, ...result }),
        ),
    });
  };
  return [
    routeOf({
      verb: 'dispatch',
      path: '/api/admin/onboarding/invites/bulk/dispatch',
      scope: 'onboarding:dispatch',
      run: async (ctx, name) => dispatchInvite(ctx, onboarding, { name, channels: undefined }),
    }),
    routeOf({
      verb: 'resend',
      path: '/api/admin/onboarding/invites/bulk/resend',
      scope: 'onboarding:dispatch',
      run: async (ctx, name) => resendInvite(ctx, onboarding, { name, channels: undefined, rotate: false }),
    }),
    routeOf({
      verb: 'revoke',
      path: '/api/admin/onboarding/invites/bulk/revoke',
      scope: 'onboarding:write',
      run: async (ctx, name) => revokeInvite(ctx, { name, ifMatch: null }),
    }),
    createRoute(onboarding),
  ];
}
