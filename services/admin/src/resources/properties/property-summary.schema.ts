import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';

const Count = z.int().min(0);

/** Figures of a property. */
export const PropertySummary = z
  .object({
    propertyId: idSchema('property'),
    units: z.object({ total: Count, occupied: Count, vacant: Count }),
    accessPoints: z.object({
      total: Count,
      offline: Count.meta({ description: 'Doors whose controller is silent.' }),
    }),
    ready: Count.nullable().meta({
      description:
        'How many units a call would ring, as in the readiness of the property. Null for the properties of a page beyond its first 5,000 units: read their readiness. Up to 30 seconds old for properties of 500 units or more.',
    }),
  })
  .meta({ id: 'PropertySummary' });
