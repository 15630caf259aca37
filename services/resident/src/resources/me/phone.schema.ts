import { Timestamp } from '@pas/platform/http/timestamp';
import { Phone } from '@pas/shared/contacts/phone';
import { z } from 'zod';

export const ChangePhone = z.object({
  phone: Phone.meta({ description: 'The new phone; national numbers are read by the country of the home.' }),
});
export type ChangePhone = z.output<typeof ChangePhone>;

export const VerifyPhone = z.object({
  code: z
    .string()
    .regex(/^\s*\d{3}[\s-]?\d{3}\s*$/, 'Enter the six digits of the text.')
    .transform((text) => text.replaceAll(/\D/g, ''))
    .meta({ description: 'The six digits of the newest text.', example: '482913' }),
});
export type VerifyPhone = z.output<typeof VerifyPhone>;

/** A code that is on its way. */
export const PhoneVerification = z
  .object({
    phone: z.string().meta({ description: 'E.164.', example: '+12025550123' }),
    expiresAt: Timestamp.meta({ description: 'The code works until then.' }),
  })
  .meta({ id: 'PhoneVerification' });
