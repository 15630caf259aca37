import { Email, maskEmail } from '@pas/shared/contacts/email';
import { maskPhone, Phone } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { idPattern, idSchema } from '@pas/shared/ids/id';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { Delivery, InviteRow } from '@pas/shared/models/invite';
import { holdsScope } from '@pas/shared/principal/principal';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { entityFields, presentEntity, ShortText } from '../entity.schema.ts';
import { UnitLabel } from '../units/unit.schema.ts';

const Channel = z.enum(['EMAIL', 'SMS']);
const Channels = z
  .array(Channel)
  .min(1)
  .max(2)
  .transform((channels) => [...new Set(channels)])
  .meta({
    override: { type: 'array', items: { type: 'string', enum: ['EMAIL', 'SMS'] } },
    example: ['EMAIL'],
  });

const DeliveryOfInvite = z
  .object({
    id: idSchema('delivery'),
    channel: Channel,
    to: z.string().meta({ description: 'Masked.', example: 'j•••@example.test' }),
    status: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED']),
    error: z.string().nullable(),
    at: Timestamp,
  })
  .meta({ id: 'Delivery' });

/** An invite as the Admin API shows it. */
export const Invite = z
  .object({
    ...entityFields('invite'),
    propertyId: idSchema('property'),
    unitId: idSchema('unit'),
    token: z.string().nullable().meta({ description: 'Null for callers that may only read.' }),
    inviteUrl: z.string().nullable().meta({ description: 'The page on which the resident signs up.' }),
    status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']),
    expiredReason: z.enum(['TTL', 'REVOKED', 'SUPERSEDED']).nullable(),
    expiresAt: Timestamp,
    inviteeEmail: z.string().nullable(),
    inviteePhone: z.string().nullable(),
    inviteeName: z.string().nullable(),
    createdBy: z.object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
    lastSentAt: Timestamp.nullable(),
    sendCount: z.int(),
    previewedAt: Timestamp.nullable(),
    acceptedAt: Timestamp.nullable(),
    acceptedUserId: idSchema('user').nullable(),
    revokedAt: Timestamp.nullable(),
    deliveries: z.array(DeliveryOfInvite),
  })
  .meta({ id: 'Invite' });

export const CreateInvite = z
  .object({
    unitId: idSchema('unit').optional(),
    propertyId: idSchema('property').optional(),
    unitLabel: UnitLabel.optional(),
    inviteeEmail: Email.optional(),
    inviteePhone: Phone.optional(),
    inviteeName: ShortText.optional().meta({ example: 'Jordan Reyes' }),
    expiresInHours: z.int().min(1).max(720).optional(),
    dispatch: Channels.optional(),
  })
  .superRefine((input, context) => {
    const problem = placeProblem(input);
    if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
  })
  .transform(({ unitId, propertyId, unitLabel, ...input }) => ({
    ...input,
    place: placeOf({ unitId, propertyId, unitLabel }),
  }));
export type CreateInvite = z.output<typeof CreateInvite>;

interface SentPlace {
  unitId?: string | undefined;
  propertyId?: string | undefined;
  unitLabel?: string | undefined;
}

/** The unit that an invite is for: by its id, which the property may confirm, or by its label in a property. */
export type InvitedPlace =
  | { by: 'unit'; unitId: string; propertyId?: string | undefined }
  | { by: 'label'; propertyId: string; unitLabel: string };

function placeOf({ unitId, propertyId, unitLabel }: SentPlace): InvitedPlace {
  if (unitId !== undefined) return { by: 'unit', unitId, propertyId };
  if (propertyId !== undefined && unitLabel !== undefined) return { by: 'label', propertyId, unitLabel };
  throw new Error('An invite without a place has passed its check.');
}

function placeProblem({
  unitId,
  propertyId,
  unitLabel,
}: SentPlace): { path: string; message: string } | null {
  if (unitId !== undefined) {
    if (unitLabel === undefined) return null;
    return {
      path: 'unitLabel',
      message: 'Name the unit by unitId or by propertyId and unitLabel, not by both.',
    };
  }
  if (propertyId === undefined)
    return { path: 'unitId', message: 'Name the unit by unitId, or by propertyId and unitLabel.' };
  if (unitLabel === undefined) return { path: 'unitLabel', message: 'Is required with propertyId.' };
  return null;
}

export const DispatchInvite = z.object({ channels: Channels.optional() });
export type DispatchInvite = z.output<typeof DispatchInvite>;

/** How a client names an invite. */
export type InviteName = { by: 'id'; inviteId: string } | { by: 'token'; token: string };

/** An invite's id or its token, as a part of a path. A token may begin as an id does; it is longer. */
export const InviteNameParam = z
  .string()
  .max(128)
  .transform((name): InviteName =>
    idPattern('invite').test(name) ? { by: 'id', inviteId: name } : { by: 'token', token: name },
  )
  .meta({ description: 'The invite’s id or its token.', example: 'inv_01kb3rt9d5e0p8m6q2v7x4hzjn' });

function nameOf({
  inviteId,
  token,
}: {
  inviteId?: string | undefined;
  token?: string | undefined;
}): InviteName {
  if (inviteId !== undefined) return { by: 'id', inviteId };
  if (token !== undefined) return { by: 'token', token };
  throw new Error('An invite without a name has passed its check.');
}

export const DispatchInviteByName = DispatchInvite.extend({
  inviteId: idSchema('invite').optional(),
  token: z.string().max(128).optional(),
})
  .refine(({ inviteId, token }) => (inviteId === undefined) !== (token === undefined), {
    message: 'Name the invite by inviteId or by token.',
    path: ['inviteId'],
  })
  .transform(({ channels, ...named }) => ({ channels, name: nameOf(named) }));

/** The fields whose changes the audit shows. */
export const auditedInvite = {
  fields: ['propertyId', 'unitId', 'status', 'expiresAt', 'inviteeEmail', 'inviteePhone', 'inviteeName'],
  personal: ['inviteeEmail', 'inviteePhone', 'inviteeName'],
} as const;

function presentDelivery({ id, channel, to, status, error, at }: Delivery) {
  return {
    id,
    channel,
    to: channel === 'EMAIL' ? maskEmail(to) : maskPhone(to),
    status,
    error,
    at: timestamp(at),
  };
}

/** Presents a stored invite at the moment of the request; the link only to callers that could have made it. */
export function presentInvite(
  ctx: OperationContext,
  links: InviteLinks,
  row: InviteRow,
): z.input<typeof Invite> {
  const link = holdsScope(ctx.principal, 'onboarding:write')
    ? links.linkOf(row)
    : { token: null, inviteUrl: null };
  return {
    ...presentEntity(row),
    ...link,
    ...inviteStateAt(row, ctx.now),
    propertyId: row.propertyId,
    unitId: row.unitId,
    expiresAt: timestamp(row.expiresAt),
    inviteeEmail: row.inviteeEmail,
    inviteePhone: row.inviteePhone,
    inviteeName: row.inviteeName,
    createdBy: row.createdBy,
    lastSentAt: timestamp(row.lastSentAt),
    sendCount: row.sendCount,
    previewedAt: timestamp(row.previewedAt),
    acceptedAt: timestamp(row.acceptedAt),
    acceptedUserId: row.acceptedUserId,
    revokedAt: timestamp(row.revokedAt),
    deliveries: row.deliveries.map(presentDelivery),
  };
}
