import { accepted, noContent } from '@pas/platform/http/reply';
import type { Route } from '@pas/platform/http/define-route';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { ForgotPassword, MailIsSent, ResetPassword } from './password.schema.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { checkReset, resetPassword } from './reset-password.ts';

/** Routes for resetting a forgotten password. */
export function passwordRoutes(limits: RequestLimits): Route[] {
  return [
    definePublicRoute({
      method: 'post',
      path: '/api/v1/auth/password/forgot',
      operationId: 'requestPasswordReset',
      summary: 'Request a link to set a new password',
      description:
        'Sends a mail with a link that works once, for an hour. Answer and response time are the same with or without an account for this e-mail. An account gets at most 3 mails per hour; further requests get the same answer and no mail. A resident who has never signed up gets the newest pending invite again, once a day. It must have been mailed to this address before.',
      scope: null,
      body: ForgotPassword,
      status: [202],
      response: MailIsSent,
      run: async ({ ctx, body }) => {
        await requestPasswordReset(ctx, limits, body);
        return accepted({ message: 'If there is an account with this e-mail, a mail is on its way.' });
      },
    }),
    definePublicRoute({
      method: 'post',
      path: '/api/v1/auth/password/reset',
      operationId: 'resetPassword',
      summary: 'Set a new password',
      description:
        'Sets a new password with the token of the link, ends all sessions of the person, and removes all passkeys. The token works once. A password among the most common ones is 422 `password_too_common`. The e-mail then counts as verified. An unknown, used or expired token is 422 with `token_ended` in `errors`.',
      scope: null,
      body: ResetPassword,
      check: async ({ ctx, body }) => checkReset(ctx, body),
      codes: { 422: ['password_too_common'] },
      run: async ({ ctx, body }) => {
        await resetPassword(ctx, body);
        return noContent();
      },
    }),
  ];
}
