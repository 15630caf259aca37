import { NewPassword } from '@pas/shared/accounts/password';
import { Email } from '@pas/shared/contacts/email';
import { z } from 'zod';

export const ForgotPassword = z.object({ email: Email });
export type ForgotPassword = z.output<typeof ForgotPassword>;

export const ResetPassword = z.object({
  token: z.string().min(1).max(8192).meta({
    description: 'Last part of the link in the mail.',
    example: 'q3Jt0pYw6sV9x2LmN4bR7cKz1HdF5gTa8uEoQiWvXyA',
  }),
  password: NewPassword,
});
export type ResetPassword = z.output<typeof ResetPassword>;

/** Answer to every request, with or without an account. */
export const MailIsSent = z.object({
  message: z.string().meta({ example: 'If there is an account with this e-mail, a mail is on its way.' }),
});
