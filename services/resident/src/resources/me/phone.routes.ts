import { accepted, ok } from '@pas/platform/http/reply';
import { timestamp } from '@pas/platform/http/timestamp';
import type { Route } from '@pas/platform/http/define-route';
import { loadPlaces } from '@pas/shared/accounts/load-places';
import type { PhoneCodes } from '@pas/shared/accounts/phone-codes';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import { presentResident, Resident } from '@pas/shared/accounts/resident.schema';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { ChangePhone, PhoneVerification, VerifyPhone } from './phone.schema.ts';
import { requestPhoneCode } from './request-phone-code.ts';
import { verifyPhone } from './verify-phone.ts';

/** What proving a phone needs. */
export interface PhoneProofs {
  codes: PhoneCodes;
  limits: RequestLimits;
}

const tag = 'Me';
const forResidents = { tag, scope: null, callers: 'resident' } as const;

/** How a resident changes the own phone. */
export function phoneRoutes({ codes, limits }: PhoneProofs): Route[] {
  return [
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/phone',
      operationId: 'changePhone',
      summary: 'Ask for a code to change my phone',
      description:
        'Sends six digits to the phone in a text. The phone of the profile changes when the code is sent to `/api/v1/me/phone/verify`. The newest code counts. At most 5 codes an hour go to one person or phone, and 10 messages in 24 hours (30 in seven days) of the company to one phone. A premium-rate or shared-cost number is 422 `premium_number`.',
      body: ChangePhone,
      status: [202],
      response: z.object({ phoneVerification: PhoneVerification }),
      failures: [429],
      codes: {
        403: ['resident_former', 'resident_disabled'],
        422: ['premium_number'],
        429: ['recipient_limit_reached'],
      },
      run: async ({ ctx, body }) => {
        const { phone, expiresAt } = await requestPhoneCode(ctx, limits, body);
        return accepted({ phoneVerification: { phone, expiresAt: timestamp(expiresAt) } });
      },
    }),
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/phone/verify',
      operationId: 'verifyPhone',
      summary: 'Change my phone with the code of the text',
      description:
        'The code works once, for 10 minutes and 5 tries. A wrong or ended code is 422 with `code_invalid` in `errors`.',
      body: VerifyPhone,
      status: [200],
      response: z.object({ resident: Resident }),
      codes: { 403: ['resident_former', 'resident_disabled'] },
      run: async ({ ctx, body }) => {
        const user = await verifyPhone(ctx, codes, body);
        return ok({ resident: presentResident(user, await loadPlaces(user), ctx.now) });
      },
    }),
  ];
}
