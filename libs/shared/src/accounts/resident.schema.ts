import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '../ids/id.ts';
import { isCurrent, type Residence, type UserRow } from '../models/user.ts';
import { presentBrand, ShownBranding } from '../tenants/shown-branding.schema.ts';
import { z } from 'zod';
import type { Places } from './load-places.ts';

const ResidentResidence = z
  .object({
    id: idSchema('residence'),
    unitId: idSchema('unit'),
    unitLabel: z.string().meta({ example: 'Apt 4B' }),
    propertyId: idSchema('property'),
    propertyName: z.string().meta({ example: 'Maple Court' }),
    timeZone: z.string().meta({
      description: 'IANA, of the property. The days and times of day of passes are local to it.',
      example: 'America/New_York',
    }),
    role: z.enum(['PRIMARY', 'OCCUPANT']),
    startsAt: Timestamp,
    endsAt: Timestamp.nullable().meta({ description: 'Exclusive; null while no end is known.' }),
  })
  .meta({ id: 'Residence' });

/** A resident for the person: contacts at one tenant, and current residences. */
export const Resident = z
  .object({
    id: idSchema('user'),
    tenantId: idSchema('tenant'),
    email: z.string().nullable().meta({ example: 'jordan@example.test' }),
    phone: z.string().nullable().meta({ description: 'E.164.', example: '+12025550123' }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    status: z.enum(['INVITED', 'ACTIVE', 'FORMER', 'DISABLED']),
    locale: z.string().nullable().meta({ description: 'BCP 47.', example: 'en-US' }),
    directory: z
      .enum(['HIDDEN', 'INITIALS', 'NAME'])
      .meta({ description: 'Display of the name on the panels at the doors.' }),
    residences: z.array(ResidentResidence).meta({ description: 'The current residences.' }),
    branding: ShownBranding,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int().min(1).meta({ description: 'Grows by 1 with each change. Also the ETag.' }),
  })
  .meta({ id: 'Resident' });

/** A resident of the same person at one tenant. */
export const Membership = z
  .object({
    userId: idSchema('user'),
    tenantId: idSchema('tenant'),
    tenantName: z.string().meta({ example: 'Maple Property Group' }),
    status: z.enum(['INVITED', 'ACTIVE', 'DISABLED']),
    current: z.boolean().meta({ description: 'Whether the token of this answer is for this membership.' }),
  })
  .meta({ id: 'Membership' });

/** Audited fields of a resident, with the personal ones. */
export const auditedResident = {
  fields: ['email', 'phone', 'firstName', 'lastName', 'status', 'locale', 'directory'],
  personal: ['email', 'phone', 'firstName', 'lastName'],
} as const;

function presentResidence(residence: Residence, places: Places) {
  const { id, unitId, propertyId, role, startsAt, endsAt } = residence;
  return {
    id,
    unitId,
    unitLabel: places.units.get(unitId)?.label ?? '',
    propertyId,
    propertyName: places.properties.get(propertyId)?.name ?? '',
    timeZone: places.properties.get(propertyId)?.timeZone ?? 'UTC',
    role,
    startsAt: timestamp(startsAt),
    endsAt: timestamp(endsAt),
  };
}

/** Presents a user to the person, with the current residences and the company. */
export function presentResident(user: UserRow, places: Places, now: Date): z.input<typeof Resident> {
  const { _id: id, tenantId, email, phone, firstName, lastName, status, locale, version } = user;
  const directory = user.directory ?? 'HIDDEN';
  const current = user.residences.filter((residence) => isCurrent(residence, { tenantId, now }));
  return {
    id,
    tenantId,
    email,
    phone,
    firstName,
    lastName,
    status,
    locale,
    directory,
    residences: current.map((residence) => presentResidence(residence, places)),
    branding: presentBrand(places.brand),
    createdAt: timestamp(user.createdAt),
    updatedAt: timestamp(user.updatedAt),
    version,
  };
}
