import { Email } from '@pas/shared/contacts/email';
import { Locale } from '@pas/shared/contacts/person';
import { Phone } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { FieldCode } from '@pas/shared/errors/error-codes';
import { idSchema } from '@pas/shared/ids/id';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { InviteRow } from '@pas/shared/models/invite';
import { holdsScope } from '@pas/shared/principal/principal';
import { booleanQuery } from '@pas/platform/http/page';
import { whenValid } from '@pas/platform/http/valid-fields';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';
import { Channel, DeliveryOfInvite, presentDelivery } from './delivery.schema.ts';
import { UnitLabel } from '../units/unit.schema.ts';

/** The channels of a dispatch. */
export const Channels = z
  .array(Channel)
  .min(1)
  .max(2)
  .transform((channels) => [...new Set(channels)])
  .meta({
    override: { type: 'array', items: { type: 'string', enum: ['EMAIL', 'SMS'] } },
    example: ['EMAIL'],
  });

const Role = z.enum(['PRIMARY', 'OCCUPANT']).meta({
  description: 'The role of the person in the unit. PRIMARY: its main resident. OCCUPANT: lives there too.',
});

/** An invite as the Admin API shows it. */
export const Invite = z
  .object({
    ...entityFields('invite'),
    propertyId: idSchema('property'),
    unitId: idSchema('unit'),
    token: z
      .string()
      .nullable()
      .meta({ description: 'Null for callers with `onboarding:read` only.', 'x-secret': true }),
    inviteUrl: z.string().nullable().meta({
      'x-secret': true,
      description: 'The page on which the resident signs up. Null for callers with `onboarding:read` only.',
    }),
    status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']),
    expiredReason: z.enum(['TTL', 'REVOKED', 'SUPERSEDED']).nullable(),
    expiresAt: Timestamp,
    inviteeEmail: z.string().nullable(),
    inviteePhone: z.string().nullable(),
    inviteeName: z.string().nullable(),
    role: Role,
    locale: z.string().nullable().meta({
      description: 'The language of the messages to the person (BCP 47). Null: the locale of the property.',
      example: 'en-US',
    }),
    renewalRequestedAt: Timestamp.nullable().meta({
      description: 'When the person asked for a new link after the invite had expired.',
    }),
    createdBy: z.object({
      type: z.string().meta({ example: 'API_KEY' }),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    lastSentAt: Timestamp.nullable(),
    sendCount: z.int(),
    previewedAt: Timestamp.nullable(),
    acceptedAt: Timestamp.nullable(),
    acceptedUserId: idSchema('user').nullable(),
    revokedAt: Timestamp.nullable(),
    deliveries: z.array(DeliveryOfInvite),
    unitCreated: z.literal(true).optional().meta({
      description:
        'True in the answer to the creation of an invite that also created its unit. Otherwise absent.',
    }),
  })
  .meta({ id: 'Invite' });

export const CreateInvite = z
  .object({
    unitId: idSchema('unit').optional(),
    propertyId: idSchema('property').optional(),
    unitLabel: UnitLabel.optional(),
    inviteeEmail: Email.nullable().optional(),
    inviteePhone: Phone.nullable().optional(),
    inviteeName: oneLine(200).nullable().optional().meta({ example: 'Jordan Reyes' }),
    role: Role.optional().meta({ description: 'Default: PRIMARY.' }),
    locale: Locale.nullable().optional().meta({
      description: 'The language of the messages to the person. Default: the locale of the property.',
    }),
    expiresInHours: z.int().min(1).max(720).optional().meta({
      description: 'How long the invite can be accepted, in hours. Default: the tenant’s `inviteTtlHours`.',
      example: 168,
    }),
    dispatch: Channels.optional().meta({
      description: 'Sends the invite at once on these channels, as a dispatch does.',
    }),
  })
  .meta({
    examples: [
      { unitId: 'unit_01kb3rt9d5e0p8m6q2v7x4hzjn', inviteeEmail: 'ada@example.com', dispatch: ['EMAIL'] },
    ],
  })
  .superRefine(
    (input, context) => {
      const problem = placeProblem(input);
      if (problem) context.addIssue(fieldIssue(problem));
    },
    { when: whenValid('unitId', 'propertyId', 'unitLabel') },
  )
  .transform(({ unitId, propertyId, unitLabel, ...input }) => ({
    ...input,
    place: placeOf({ unitId, propertyId, unitLabel }),
  }));
export type CreateInvite = z.output<typeof CreateInvite>;

/** The changes of a pending invite. */
export const UpdateInvite = z
  .object({
    inviteeEmail: Email.nullable(),
    inviteePhone: Phone.nullable(),
    inviteeName: oneLine(200).nullable(),
    locale: Locale.nullable(),
    role: Role,
  })
  .partial()
  .meta({ examples: [{ inviteeEmail: 'ada@example.com' }] });
export type UpdateInvite = z.output<typeof UpdateInvite>;

/** Fields of a new invite as sent by a client. */
export type SentInvite = z.output<typeof CreateInvite.in>;

interface SentPlace {
  unitId?: string | undefined;
  propertyId?: string | undefined;
  unitLabel?: string | undefined;
}

/** Unit of an invite: by its id, with an optional property to confirm, or by property and label. */
export type InvitedPlace =
  | { by: 'unit'; unitId: string; propertyId?: string | undefined }
  | { by: 'label'; propertyId: string; unitLabel: string };

function placeOf({ unitId, propertyId, unitLabel }: SentPlace): InvitedPlace {
  if (unitId !== undefined) return { by: 'unit', unitId, propertyId };
  if (propertyId !== undefined && unitLabel !== undefined) return { by: 'label', propertyId, unitLabel };
  throw new Error('The invite names no unit, although the schema requires one.');
}

function placeProblem({ unitId, propertyId, unitLabel }: SentPlace): SentProblem | null {
  if (unitId !== undefined) {
    if (unitLabel === undefined) return null;
    const message = 'Name the unit by unitId or by propertyId and unitLabel, not by both.';
    return { path: 'unitLabel', code: 'ambiguous', message };
  }
  if (propertyId === undefined) {
    const message = 'Name the unit by unitId, or by propertyId and unitLabel.';
    return { path: unitLabel === undefined ? 'unitId' : 'propertyId', code: 'required', message };
  }
  if (unitLabel !== undefined) return null;
  return { path: 'unitLabel', code: 'required', message: 'Is required with propertyId.' };
}

/** A problem of several fields, reported at one of them. */
interface SentProblem {
  path: string;
  code: FieldCode;
  message: string;
}

/** Converts such a problem to a zod issue. */
export const fieldIssue = ({ path, code, message }: SentProblem) => ({
  code: 'custom' as const,
  path: [path],
  message,
  params: { code },
});

/** `stuck`: selects invites that need attention. */
export const Stuck = booleanQuery(
  'Only stuck invites. A PENDING invite is stuck if all deliveries bounced or failed, or if it is unopened 48 hours after sending. An invite is also stuck if its person requested a new link. `false` has no effect.',
);

/** Whether a caller may do more with invites than read them. */
export const mayShareLink = ({ principal }: OperationContext): boolean =>
  holdsScope(principal, 'onboarding:dispatch');

/**
 * Presents a stored invite at the time of the request; read-only callers do not get its link. The answer's schema removes
 * undeclared fields. Answers use `showInvites`, which stores a missing hash first.
 */
export function presentInvite(
  ctx: OperationContext,
  links: InviteLinks,
  row: InviteRow,
): z.input<typeof Invite> {
  const link = mayShareLink(ctx) ? links.linkOf(row) : { token: null, inviteUrl: null };
  const { tokenHash: _hash, pastTokenHashes: _past, ...shown } = row;
  return {
    ...shown,
    ...presentEntity(row),
    ...link,
    ...inviteStateAt(row, ctx.now),
    expiresAt: timestamp(row.expiresAt),
    renewalRequestedAt: timestamp(row.renewalRequestedAt),
    lastSentAt: timestamp(row.lastSentAt),
    previewedAt: timestamp(row.previewedAt),
    acceptedAt: timestamp(row.acceptedAt),
    revokedAt: timestamp(row.revokedAt),
    deliveries: row.deliveries.map(presentDelivery),
  };
}
