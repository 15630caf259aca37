import { accepted, ok } from '@pas/platform/http/reply';
import { timestamp } from '@pas/platform/http/timestamp';
import type { Route } from '@pas/platform/http/define-route';
import type { ContactCodes } from '@pas/shared/accounts/contact-codes';
import { loadPlaces } from '@pas/shared/accounts/load-places';
import { presentResident, Resident } from '@pas/shared/accounts/resident.schema';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { SentCode } from './code.schema.ts';
import { ChangeEmail, EmailVerification } from './email.schema.ts';
import { requestEmailCode, type EmailLimits } from './request-email-code.ts';
import { verifyEmail } from './verify-email.ts';

/** Dependencies of e-mail verification. */
export interface EmailProofs {
  codes: ContactCodes;
  limits: EmailLimits;
}

const forResidents = { scope: null, callers: 'resident' } as const;

/** Routes for changing the resident's e-mail. */
export function emailRoutes({ codes, limits }: EmailProofs): Route[] {
  return [
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/email',
      operationId: 'changeEmail',
      summary: 'Request a code to change my e-mail',
      description:
        'Mails a six-digit code to the new address. The e-mail changes when the code is sent to `/api/v1/me/email/verify`. The request needs the current password or a log-in of the last 15 minutes. A sent password is always checked. A wrong one is 403 `invalid_current_password`, and counts as a failed log-in. A person who signs in through the identity provider alone needs the log-in: 403 `login_too_old`. The answer is the same for an address that somebody else uses. Only the newest code is valid. An account or address gets at most 5 codes per hour. An address gets at most 10 messages of the company in 24 hours, and 30 in seven days.',
      body: ChangeEmail,
      status: [202],
      response: z.object({ emailVerification: EmailVerification }),
      codes: {
        403: ['invalid_current_password', 'login_too_old', 'resident_former', 'resident_disabled'],
        429: ['recipient_limit_reached'],
      },
      run: async ({ ctx, body }) => {
        const { to: email, expiresAt } = await requestEmailCode(ctx, limits, body);
        return accepted({ emailVerification: { email, expiresAt: timestamp(expiresAt) } });
      },
    }),
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/email/verify',
      operationId: 'verifyEmail',
      summary: 'Change my e-mail with the code of the mail',
      description:
        'Changes the e-mail of the account, and of the person at all companies. Password and sessions stay valid, links to reset the password end, and the old address gets a notice. The code works once, for 10 minutes and 5 tries. A wrong or expired code is 422 with `code_invalid` in `errors`. 409 `already_exists` means that another account has the address, or another person at one of the companies. Another spelling of the own address changes nothing.',
      body: SentCode,
      response: z.object({ resident: Resident }),
      codes: { 403: ['resident_former', 'resident_disabled'], 409: ['already_exists'] },
      run: async ({ ctx, body }) => {
        const user = await verifyEmail(ctx, codes, body);
        return ok({ resident: presentResident(user, await loadPlaces(user), ctx.now) });
      },
    }),
  ];
}
