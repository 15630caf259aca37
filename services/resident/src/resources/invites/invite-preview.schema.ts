import { maskEmail } from '@pas/shared/contacts/email';
import { maskPhone } from '@pas/shared/contacts/phone';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { InviteRow } from '@pas/shared/models/invite';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import { z } from 'zod';

/** An invite and the home that it offers. */
export interface InvitedHome {
  invite: InviteRow;
  property: PropertyRow;
  unit: UnitRow;
}

/** An invite as shown to a holder of its link, without data that a finder could misuse. */
export const InvitePreview = z
  .object({
    status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']),
    expiresAt: Timestamp,
    propertyName: z.string().meta({ example: 'Maple Court' }),
    unitLabel: z.string().meta({ example: 'Apt 4B' }),
    inviteeEmail: z.string().nullable().meta({ description: 'Masked.', example: 'j•••@example.test' }),
    inviteePhone: z.string().nullable().meta({ description: 'Masked.', example: '••• 23' }),
  })
  .meta({ id: 'InvitePreview' });

/** Presents an invite to a holder of its link. */
export function presentInvitePreview(home: InvitedHome, now: Date): z.input<typeof InvitePreview> {
  const { invite, property, unit } = home;
  return {
    status: inviteStateAt(invite, now).status,
    expiresAt: timestamp(invite.expiresAt),
    propertyName: property.name,
    unitLabel: unit.label,
    inviteeEmail: invite.inviteeEmail === null ? null : maskEmail(invite.inviteeEmail),
    inviteePhone: invite.inviteePhone === null ? null : maskPhone(invite.inviteePhone),
  };
}

/** An expired invite with a request for a new link. */
export const InviteRenewal = z
  .object({
    status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']),
    expiresAt: Timestamp,
    renewalRequestedAt: Timestamp.meta({ description: 'Time of the request for a new link.' }),
  })
  .meta({ id: 'InviteRenewal' });

/** Presents an expired invite, without its home and contacts: a dead link shows neither. */
export function presentInviteRenewal(invite: InviteRow, now: Date): z.input<typeof InviteRenewal> {
  return {
    status: inviteStateAt(invite, now).status,
    expiresAt: timestamp(invite.expiresAt),
    renewalRequestedAt: timestamp(invite.renewalRequestedAt ?? now),
  };
}
