import { Timestamp } from '@pas/platform/http/timestamp';
import { CurrentPassword } from '@pas/shared/accounts/password';
import { Email } from '@pas/shared/contacts/email';
import { z } from 'zod';

export const ChangeEmail = z.object({
  email: Email.meta({ description: 'New address.' }),
  password: CurrentPassword.optional().meta({
    description: 'Current password. Not required within 15 minutes after the log-in.',
  }),
});
export type ChangeEmail = z.output<typeof ChangeEmail>;

/** A code that is sent to an e-mail address. */
export const EmailVerification = z
  .object({
    email: z.string().meta({ example: 'jordan@example.test' }),
    expiresAt: Timestamp.meta({ description: 'Expiry of the code.' }),
  })
  .meta({ id: 'EmailVerification' });
