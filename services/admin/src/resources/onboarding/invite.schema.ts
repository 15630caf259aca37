import { Email, maskEmail } from '@pas/shared/contacts/email';
import { maskPhone, Phone } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { idSchema } from '@pas/shared/ids/id';
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
  });
export type CreateInvite = z.output<typeof CreateInvite>;

interface Place {
  unitId?: string | undefined;
  propertyId?: string | undefined;
  unitLabel?: string | undefined;
}

function placeProblem({ unitId, propertyId, unitLabel }: Place): { path: string; message: string } | null {
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

export const DispatchInviteByName = DispatchInvite.extend({
  inviteId: idSchema('invite').optional(),
  token: z.string().max(128).optional(),
}).refine(({ inviteId, token }) => (inviteId === undefined) !== (token === undefined), {
  message: 'Name the invite by inviteId or by token.',
  path: ['inviteId'],
});

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
