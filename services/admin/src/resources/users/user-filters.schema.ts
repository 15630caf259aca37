import { Email } from '@pas/shared/contacts/email';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { ExternalId } from '../entity.schema.ts';
import { PhoneFilter } from '../phone-filter.ts';

const place = 'People with a current or future residence there; see `residence`.';

/** Filters of users, apart from kind and status. */
export const userFilters = {
  unitId: idSchema('unit').optional().meta({ description: place }),
  propertyId: idSchema('property').optional().meta({ description: place }),
  email: Email.optional().meta({ description: 'The whole e-mail address, case-insensitive.' }),
  phone: PhoneFilter,
  externalId: ExternalId.optional(),
  residence: z.enum(['current', 'former', 'any']).optional().meta({
    description:
      'current (the default): all but FORMER users; with unitId or propertyId: people with a current or future residence there. former: FORMER users; with unitId or propertyId: people who have only past residences there. any: both. With status=FORMER, the default is former.',
  }),
};
