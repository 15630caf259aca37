import { defineRoute } from '@pas/shared/routes/define-route';
import { ok } from '@pas/platform/http/reply';
import { z } from 'zod';
import { listMemberships } from '@pas/shared/accounts/list-memberships';
import { loadPlaces } from '@pas/shared/accounts/load-places';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { Membership, presentResident, Resident } from '@pas/shared/accounts/resident.schema';
import { acceptOwnInvite } from './accept-own-invite.ts';
import { InvitePreview, presentInvitePreview } from './invite-preview.schema.ts';
import { loadInvitedHome } from './load-invited-home.ts';

/** Token of an invite's link. Any other text is an unknown token. */
export const InviteTokenParam = z
  .string()
  .max(128)
  .meta({ description: 'The last part of the invite’s link.' });

export const inviteRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/v1/invites/{token}/accept',
    operationId: 'acceptInvite',
    summary: 'Accept an invite with my account',
    description:
      'The invite’s e-mail or phone must be that of the account. An invite of another tenant gives the person a membership there. A repeated request gets the same answer.',
    scope: null,
    callers: 'resident',
    params: { token: InviteTokenParam },
    response: z.object({ invite: InvitePreview, resident: Resident, memberships: z.array(Membership) }),
    codes: {
      403: ['resident_former', 'resident_disabled', 'invite_recipient_mismatch', 'tenant_suspended'],
      409: ['account_exists'],
      410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'],
    },
    run: async ({ ctx, params: { token } }) => {
      const home = await loadInvitedHome(await acceptOwnInvite(ctx, token));
      const user = await loadResident(ctx);
      const [places, memberships] = await Promise.all([
        loadPlaces(user),
        listMemberships(user, null, ctx.now),
      ]);
      const resident = presentResident(user, places, ctx.now);
      return ok({ invite: presentInvitePreview(home, ctx.now), resident, memberships });
    },
  }),
];
