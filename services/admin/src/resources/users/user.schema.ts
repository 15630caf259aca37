import { Email } from '@pas/shared/contacts/email';
import { Locale, PersonName } from '@pas/shared/contacts/person';
import { Phone } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { idSchema } from '@pas/shared/ids/id';
import type { Residence, UserRow } from '@pas/shared/models/user';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';
import { mayTouchProperty } from '../properties/property-restriction.ts';

export const UserKind = z.enum(['RESIDENT', 'STAFF']);

export const UserStatus = z.enum(['INVITED', 'ACTIVE', 'DISABLED']).meta({
  description:
    'INVITED: has not signed in yet, and becomes ACTIVE with the first sign-in. DISABLED: is shut out.',
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
    inviteId: idSchema('invite').nullable(),
  })
  .meta({ id: 'Residence' });

/** A user as the Admin API shows one; what proves who they are stays with the account. */
export const User = z
  .object({
    ...entityFields('user'),
    kind: UserKind,
    email: z.string().nullable().meta({ example: 'jordan@example.test' }),
    phone: z.string().nullable().meta({ description: 'E.164.', example: '+12025550123' }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    status: UserStatus,
    locale: z.string().nullable().meta({ description: 'BCP 47.', example: 'en-US' }),
    residences: z.array(ResidenceOfUser),
  })
  .meta({ id: 'User' });

const contacts = { email: Email.nullable().optional(), phone: Phone.nullable().optional() };
const name = PersonName.nullable().optional();
const person = { firstName: name, lastName: name, locale: Locale.nullable().optional() };

export const CreateUser = z.object({
  kind: UserKind,
  ...contacts,
  ...person,
  status: UserStatus.optional(),
});
export type CreateUser = z.output<typeof CreateUser>;

export const UpdateUser = z.object({ ...contacts, ...person, status: UserStatus.optional() });
export type UpdateUser = z.output<typeof UpdateUser>;

/** The fields whose changes the audit shows, and those of them that tell of a person. */
export const auditedUser = {
  fields: ['kind', 'email', 'phone', 'firstName', 'lastName', 'status', 'locale'],
  personal: ['email', 'phone', 'firstName', 'lastName'],
} as const;

/** Presents a stored residence. */
export function presentResidence({
  id,
  unitId,
  propertyId,
  role,
  startsAt,
  endsAt,
  inviteId,
}: Residence): z.input<typeof ResidenceOfUser> {
  return { id, unitId, propertyId, role, startsAt: timestamp(startsAt), endsAt: timestamp(endsAt), inviteId };
}

/** Presents a stored user, to a caller restricted to some properties with the residences there alone. */
export function presentUser(ctx: OperationContext, row: UserRow): z.input<typeof User> {
  const { kind, email, phone, firstName, lastName, status, locale } = row;
  const residences = row.residences
    .filter(({ propertyId }) => mayTouchProperty(ctx, propertyId))
    .map(presentResidence);
  return { ...presentEntity(row), kind, email, phone, firstName, lastName, status, locale, residences };
}
