import { Phone } from '@pas/shared/contacts/phone';
import { z } from 'zod';

/** A whole phone number as a list filter. In a query, an unescaped plus sign arrives as a space. */
export const PhoneFilter = z
  .preprocess((text) => (typeof text === 'string' ? text.replace(/^ (?=\d)/, '+') : text), Phone)
  .optional()
  .meta({
    description: 'The whole number; a national one is read by the country of `propertyId`.',
    override: { type: 'string', minLength: 3, maxLength: 40 },
    example: '+12025550123',
  });
