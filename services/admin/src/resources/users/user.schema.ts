import { Email } from '@pas/shared/contacts/email';
import { Locale, PersonName } from '@pas/shared/contacts/person';
import { Phone } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { idSchema } from '@pas/shared/ids/id';
import { userStatusAt } from '@pas/shared/models/former';
import type { Residence, UserRow } from '@pas/shared/models/user';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { entityFields, ExternalId, ownFieldsOf, presentEntity } from '../entity.schema.ts';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { AddResidence } from './residence.schema.ts';

export const UserKind = z.enum(['RESIDENT', 'STAFF']);

export const UserStatus = z.enum(['INVITED', 'ACTIVE', 'FORMER', 'DISABLED']).meta({
  description:
    'INVITED: has not signed in yet; the first sign-in makes the user ACTIVE. FORMER: the last residence has ended, and there is no future one. DISABLED: cannot sign in.',
});

/** Statuses that a client may set: FORMER depends on the residences. */
const SettableStatus = z.enum(['INVITED', 'ACTIVE', 'DISABLED']).meta({
  description: 'FORMER can’t be set: it depends on the residences.',
});

/** A residence as the Admin API shows it. */
export const ResidenceOfUser = z
  .object({
    id: idSchema('residence'),
    unitId: idSchema('unit'),
    propertyId: idSchema('property'),
    role: z.enum(['PRIMARY', 'OCCUPANT']),
    startsAt: Timestamp,
    endsAt: Timestamp.nullable().meta({ description: 'Exclusive; null while no end is known.' }),
    canceledAt: Timestamp.nullable().meta({
      description: 'When the residence was cancelled before it began; endsAt is then startsAt.',
    }),
    inviteId: idSchema('invite').nullable(),
  })
  .meta({ id: 'Residence' });

/** A user as the Admin API shows it; credentials stay with the account. */
export const User = z
  .object({
    ...entityFields('user'),
    kind: UserKind,
    email: z.string().nullable().meta({ example: 'jordan@example.test' }),
    phone: z.string().nullable().meta({ description: 'E.164.', example: '+12025550123' }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    externalId: z.string().nullable(),
    propertyIds: z.array(idSchema('property')).nullable().meta({
      description:
        'The properties to which a STAFF user is restricted. Null: all properties, and always null for residents.',
    }),
    status: UserStatus,
    locale: z.string().nullable().meta({ description: 'BCP 47.', example: 'en-US' }),
    residences: z.array(ResidenceOfUser),
  })
  .meta({ id: 'User' });

const contacts = { email: Email.nullable().optional(), phone: Phone.nullable().optional() };
const name = PersonName.nullable().optional();
const person = { firstName: name, lastName: name, locale: Locale.nullable().optional() };

const settable = {
  ...contacts,
  ...person,
  externalId: ExternalId.nullable().optional(),
  propertyIds: z
    .array(idSchema('property'))
    .min(1)
    .max(100)
    .nullable()
    .optional()
    .meta({ description: 'Restricts STAFF to these properties. A restricted caller can’t set it.' }),
  status: SettableStatus.optional(),
};

export const CreateUser = z.object({
  kind: UserKind,
  ...settable,
  residence: AddResidence.optional().meta({
    description: 'The residence of the RESIDENT. It is created together with the user.',
  }),
});
export type CreateUser = z.output<typeof CreateUser>;

export const UpdateUser = z.object(settable);
export type UpdateUser = z.output<typeof UpdateUser>;

export const PutUser = UpdateUser.omit({ externalId: true }).extend({
  kind: UserKind.optional().meta({ description: 'Default for a new user: RESIDENT. It can’t be changed.' }),
  residence: AddResidence.optional().meta({
    description:
      'The residence of the RESIDENT. It is created unless the person has a residence in the unit that overlaps the period. An existing residence is not changed.',
  }),
});
export type PutUser = z.output<typeof PutUser>;

/** Fields whose changes the audit records, and the personal ones among them. */
export const auditedUser = {
  fields: ownFieldsOf(User.omit({ residences: true })),
  personal: ['email', 'phone', 'firstName', 'lastName', 'externalId'],
};

/** Presents a stored residence; the answer's schema removes undeclared fields. */
export function presentResidence(residence: Residence): z.input<typeof ResidenceOfUser> {
  return {
    ...residence,
    startsAt: timestamp(residence.startsAt),
    endsAt: timestamp(residence.endsAt),
    canceledAt: timestamp(residence.canceledAt),
  };
}

/**
 * Presents a user in its current state, even if the sweeper has not stored it yet. Callers restricted to some
 * properties only see the residences there.
 */
export function presentUser(ctx: OperationContext, row: UserRow): z.input<typeof User> {
  return {
    ...row,
    ...presentEntity(row),
    status: userStatusAt(row, ctx.now),
    residences: row.residences
      .filter(({ propertyId }) => mayAccessProperty(ctx, propertyId))
      .map(presentResidence),
  };
}
