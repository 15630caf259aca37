import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { inviteOccupant } from './invite-occupant.ts';
import { listOccupants } from './list-occupants.ts';
import {
  InviteOccupant,
  Occupant,
  OccupantInvite,
  presentOccupant,
  presentOccupantInvite,
} from './occupant.schema.ts';
import { checkPhone } from './read-phone.ts';
import { removeOccupant } from './remove-occupant.ts';

const refused = ['resident_former', 'resident_disabled', 'primary_required'] as const;

/** Routes for occupants of a unit, whom the main resident invites. */
export const occupantRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/units/{id}/occupants',
    operationId: 'listOccupants',
    summary: 'List the occupants of my unit',
    description: 'Returns current and invited occupants of the unit. Only for the main resident (PRIMARY).',
    scope: null,
    callers: 'resident',
    params: { id: idSchema('unit') },
    query: pageQuery(['createdAt']),
    response: listEnvelope('occupants', Occupant),
    codes: { 403: refused },
    run: async ({ ctx, params: { id }, query }) => {
      const { rows, ...page } = await listOccupants(ctx, id, query);
      return ok({ occupants: rows.map(presentOccupant), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/units/{id}/occupants',
    operationId: 'addOccupant',
    summary: 'Invite a person to live in my unit',
    description:
      'Sends an invite with the role OCCUPANT to the e-mail and the phone. Only for the main resident (PRIMARY). 200 with the existing open invite for an invited person; nothing is sent then. A unit has at most 10 occupants and open invites. The property manager sees the invite, and can switch this off (`residentsMayInvite`).',
    scope: null,
    callers: 'resident',
    params: { id: idSchema('unit') },
    body: InviteOccupant,
    check: ({ body }) => checkPhone(body.phone),
    status: [201, 200],
    response: z.object({ invite: OccupantInvite }),
    codes: {
      403: [...refused, 'occupants_not_allowed', 'tenant_suspended'],
      409: ['occupants_limit', 'already_resident', 'property_archived'],
      422: ['phone_is_virtual_number', 'premium_number'],
      429: ['recipient_limit_reached'],
    },
    run: async ({ ctx, params: { id }, body }) => {
      const invited = await inviteOccupant(ctx, id, body);
      const answer = { invite: presentOccupantInvite(ctx, invited) };
      return invited.isNew ? created(answer) : ok(answer);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/v1/units/{id}/occupants/{userId}',
    operationId: 'endOccupancy',
    summary: 'Move an occupant out of my unit',
    description:
      'Ends the residence of an OCCUPANT now, like a move-out by the property manager. Sessions, devices and passes of a person without another home end too.',
    scope: null,
    callers: 'resident',
    params: { id: idSchema('unit'), userId: idSchema('user') },
    codes: { 403: refused },
    run: async ({ ctx, params: { id, userId } }) => {
      await removeOccupant(ctx, id, userId);
      return noContent();
    },
  }),
];
