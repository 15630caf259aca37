import { Email } from '@pas/shared/contacts/email';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { ExternalId } from '../entity.schema.ts';
import { PhoneFilter } from '../phone-filter.ts';

const place = 'People with a current or future residence there; see `residence`.';

/** By what users are listed, apart from kind and status. */
export const userFilters = {
  unitId: idSchema('unit').optional().meta({ description: place }),
  propertyId: idSchema('property').optional().meta({ description: place }),
  email: Email.optional().meta({ description: 'The whole address, in any case.' }),
  phone: PhoneFilter,
  externalId: ExternalId.optional(),
  residence: z.enum(['current', 'former', 'any']).optional().meta({
    description:
      'current (the default): leaves out FORMER users; with unitId or propertyId, people who live there or are going to. former: FORMER users; with unitId or propertyId, people who lived there, and neither do nor are going to. any: both. Together with status=FORMER the default is former.',
  }),
};
