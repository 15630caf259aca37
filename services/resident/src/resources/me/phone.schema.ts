import { Timestamp } from '@pas/platform/http/timestamp';
import { Phone } from '@pas/shared/contacts/phone';
import { z } from 'zod';

export const ChangePhone = z.object({
  phone: Phone.meta({ description: 'New phone. National numbers use the country of the home.' }),
});
export type ChangePhone = z.output<typeof ChangePhone>;

/** A code that was sent. */
export const PhoneVerification = z
  .object({
    phone: z.string().meta({ description: 'E.164.', example: '+12025550123' }),
    expiresAt: Timestamp.meta({ description: 'Expiry of the code.' }),
  })
  .meta({ id: 'PhoneVerification' });
