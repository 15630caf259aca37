import type { OperationContext } from '@pas/shared/context/operation-context';
import { idSchema } from '@pas/shared/ids/id';
import type { Residence, UserRow } from '@pas/shared/models/user';
import { Timestamp, timestamp } from '@pas/shared/http/timestamp';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';
import { mayTouchProperty } from '../properties/property-restriction.ts';

const ResidenceOfUser = z
  .object({
    id: idSchema('residence'),
    unitId: idSchema('unit'),
    propertyId: idSchema('property'),
    role: z.enum(['PRIMARY', 'OCCUPANT']),
    startsAt: Timestamp,
    endsAt: Timestamp.nullable(),
    inviteId: idSchema('invite').nullable(),
  })
  .meta({ id: 'Residence' });

/** A user as the Admin API shows one; what proves who they are stays with the account. */
export const User = z
  .object({
    ...entityFields('user'),
    kind: z.enum(['RESIDENT', 'STAFF']),
    email: z.string().nullable().meta({ example: 'jordan@example.test' }),
    phone: z.string().nullable().meta({ description: 'E.164.', example: '+12025550123' }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    status: z.enum(['INVITED', 'ACTIVE', 'DISABLED']),
    locale: z.string().nullable().meta({ description: 'BCP 47.', example: 'en-US' }),
    residences: z.array(ResidenceOfUser),
  })
  .meta({ id: 'User' });

function presentResidence({ id, unitId, propertyId, role, startsAt, endsAt, inviteId }: Residence) {
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
