import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import type { OwnUnit } from './list-own-units.ts';

const text = z.string().nullable();

/** A unit as shown to its residents. */
export const Unit = z
  .object({
    id: idSchema('unit'),
    label: z.string().meta({ example: 'Apt 4B' }),
    floor: text,
    property: z.object({
      id: idSchema('property'),
      name: z.string().meta({ example: 'Maple Court' }),
      address: z.object({
        line1: text,
        line2: text,
        city: text,
        region: text,
        postalCode: text,
        country: text.meta({ description: 'ISO 3166-1 alpha-2.' }),
      }),
      timeZone: z.string().meta({ example: 'America/New_York' }),
    }),
    residence: z.object({
      id: idSchema('residence'),
      role: z.enum(['PRIMARY', 'OCCUPANT']),
      startsAt: Timestamp,
      endsAt: Timestamp.nullable(),
    }),
  })
  .meta({ id: 'Unit' });

/** Presents a unit to a resident. */
export function presentOwnUnit({ unit, property, residence }: OwnUnit): z.input<typeof Unit> {
  const { id, role, startsAt, endsAt } = residence;
  const { line1, line2, city, region, postalCode, country } = property.address;
  return {
    id: unit._id,
    label: unit.label,
    floor: unit.floor,
    property: {
      id: property._id,
      name: property.name,
      address: { line1, line2, city, region, postalCode, country },
      timeZone: property.timeZone,
    },
    residence: { id, role, startsAt: timestamp(startsAt), endsAt: timestamp(endsAt) },
  };
}
