import { accepted, ok } from '@pas/platform/http/reply';
import { timestamp } from '@pas/platform/http/timestamp';
import type { Route } from '@pas/platform/http/define-route';
import { loadPlaces } from '@pas/shared/accounts/load-places';
import type { ContactCodes } from '@pas/shared/accounts/contact-codes';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import { presentResident, Resident } from '@pas/shared/accounts/resident.schema';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { SentCode } from './code.schema.ts';
import { ChangePhone, PhoneVerification } from './phone.schema.ts';
import { requestPhoneCode } from './request-phone-code.ts';
import { verifyPhone } from './verify-phone.ts';

/** Dependencies of phone verification. */
export interface PhoneProofs {
  codes: ContactCodes;
  limits: RequestLimits;
}

const forResidents = { scope: null, callers: 'resident' } as const;

/** Routes for changing the resident's phone. */
export function phoneRoutes({ codes, limits }: PhoneProofs): Route[] {
  return [
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/phone',
      operationId: 'changePhone',
      summary: 'Request a code to change my phone',
      description:
        'Sends a six-digit code to the phone by text message. The phone of the profile changes when the code is sent to `/api/v1/me/phone/verify`. Only the newest code is valid. A person or phone gets at most 5 codes per hour. A phone gets at most 10 messages of the company in 24 hours, and 30 in seven days. A premium-rate or shared-cost number is 422 `premium_number`.',
      body: ChangePhone,
      status: [202],
      response: z.object({ phoneVerification: PhoneVerification }),
      codes: {
        403: ['resident_former', 'resident_disabled'],
        422: ['phone_is_virtual_number', 'premium_number'],
        429: ['recipient_limit_reached'],
      },
      run: async ({ ctx, body }) => {
        const { to: phone, expiresAt } = await requestPhoneCode(ctx, limits, body);
        return accepted({ phoneVerification: { phone, expiresAt: timestamp(expiresAt) } });
      },
    }),
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/phone/verify',
      operationId: 'verifyPhone',
      summary: 'Change my phone with the code of the text message',
      description:
        'The code works once, for 10 minutes and 5 tries. A wrong or expired code is 422 with `code_invalid` in `errors`.',
      body: SentCode,
      response: z.object({ resident: Resident }),
      codes: { 403: ['resident_former', 'resident_disabled'] },
      run: async ({ ctx, body }) => {
        const user = await verifyPhone(ctx, codes, body);
        return ok({ resident: presentResident(user, await loadPlaces(user), ctx.now) });
      },
    }),
  ];
}
