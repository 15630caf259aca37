import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { whenValid } from '@pas/platform/http/valid-fields';
import { Email } from '@pas/shared/contacts/email';
import { PersonName } from '@pas/shared/contacts/person';
import { Phone } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { idSchema } from '@pas/shared/ids/id';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { Invitee } from '@pas/shared/invites/new-invite';
import type { InviteRow } from '@pas/shared/models/invite';
import { z } from 'zod';
import type { ListedOccupant } from './list-occupants.ts';

/** A current or invited occupant of the unit. */
export const Occupant = z
  .object({
    userId: idSchema('user').nullable().meta({ description: 'Null while the person is only invited.' }),
    inviteId: idSchema('invite').nullable().meta({ description: 'Null for a current occupant.' }),
    name: z.string().nullable().meta({ example: 'Sam Reyes' }),
    email: z.string().nullable().meta({ description: 'Shown for your own invites only.' }),
    phone: z.string().nullable().meta({ description: 'Shown for your own invites only.' }),
    status: z.enum(['CURRENT', 'PENDING']).meta({
      description:
        'CURRENT: lives there, or is about to move in. PENDING: invited, and has not signed up yet.',
    }),
    since: Timestamp.meta({ description: 'Time of the move-in or of the invite.' }),
    expiresAt: Timestamp.nullable().meta({ description: 'Expiry of the invite. Null for CURRENT.' }),
  })
  .meta({ id: 'Occupant' });

/** An invite as shown to the resident who created it, without its token. */
export const OccupantInvite = z
  .object({
    id: idSchema('invite'),
    propertyId: idSchema('property'),
    unitId: idSchema('unit'),
    role: z.enum(['PRIMARY', 'OCCUPANT']),
    status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']),
    inviteeEmail: z.string().nullable(),
    inviteePhone: z.string().nullable().meta({ description: 'E.164.' }),
    inviteeName: z.string().nullable(),
    expiresAt: Timestamp,
    createdAt: Timestamp,
    version: z.int().min(1).meta({ description: 'Grows by 1 with each change.' }),
  })
  .meta({ id: 'OccupantInvite' });

/** Person to invite to the unit. */
export const InviteOccupant = z
  .object({
    email: Email.nullable().optional(),
    phone: Phone.nullable().optional().meta({
      description: 'With the country code, or a national number of the property’s country.',
    }),
    name: PersonName.nullable().optional().meta({ example: 'Sam Reyes' }),
  })
  .superRefine(
    ({ email, phone }, context) => {
      if ((email ?? phone ?? null) !== null) return;
      const message = 'Send an e-mail or a phone.';
      context.addIssue({ code: 'custom', path: ['email'], message, params: { code: 'required' } });
    },
    { when: whenValid('email', 'phone') },
  )
  .meta({ example: { email: 'sam@example.com', name: 'Sam Reyes' } });
export type InviteOccupant = z.output<typeof InviteOccupant>;

/** Presents an occupant to the main resident. */
export function presentOccupant(occupant: ListedOccupant): z.input<typeof Occupant> {
  const { since, expiresAt, ...rest } = occupant;
  return { ...rest, since: timestamp(since), expiresAt: timestamp(expiresAt) };
}

/**
 * Presents an invite to the resident who has asked for it. An invite of somebody else shows only the contacts that the
 * resident has sent.
 */
export function presentOccupantInvite(
  ctx: OperationContext,
  { invite: row, invitee }: { invite: InviteRow; invitee: Pick<Invitee, 'email' | 'phone'> },
): z.input<typeof OccupantInvite> {
  const { _id: id, propertyId, unitId, version } = row;
  const isOwn = row.createdBy.id === ctx.principal.id;
  const known = (stored: string | null, sent: string | null): string | null =>
    isOwn || stored === sent ? stored : null;
  return {
    id,
    propertyId,
    unitId,
    role: row.role,
    status: inviteStateAt(row, ctx.now).status,
    inviteeEmail: known(row.inviteeEmail, invitee.email),
    inviteePhone: known(row.inviteePhone, invitee.phone),
    inviteeName: isOwn ? row.inviteeName : null,
    expiresAt: timestamp(row.expiresAt),
    createdAt: timestamp(row.createdAt),
    version,
  };
}
