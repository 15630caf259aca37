import type { Route } from '@pas/platform/http/define-route';
import { noContent } from '@pas/platform/http/reply';
import { refuseCommonPassword } from '@pas/shared/accounts/common-passwords';
import type { GuessLimits } from '@pas/shared/accounts/guess-limits';
import { defineRoute } from '@pas/shared/routes/define-route';
import { changePassword } from './change-password.ts';
import { ChangePassword } from './own-password.schema.ts';

/** Route with which residents change their own password. */
export function ownPasswordRoutes(limits: GuessLimits): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/v1/me/password',
      operationId: 'changePassword',
      summary: 'Change my password',
      description:
        'Sets a new password and ends the other sessions of the person, at all companies. The session of the request stays. Links to reset the password end. A wrong current password is 403 `invalid_current_password`, and counts as a failed log-in. A person who signs in through the identity provider alone has no current password and gets the same answer. A password among the most common ones is 422 `password_too_common`.',
      scope: null,
      callers: 'resident',
      body: ChangePassword,
      check: async ({ body: { newPassword } }) =>
        newPassword !== undefined && refuseCommonPassword('newPassword', newPassword),
      codes: {
        403: ['invalid_current_password', 'resident_former', 'resident_disabled'],
        422: ['password_too_common'],
      },
      run: async ({ ctx, body }) => {
        await changePassword(ctx, limits, body);
        return noContent();
      },
    }),
  ];
}
