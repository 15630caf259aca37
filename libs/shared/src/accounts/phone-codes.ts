import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PhoneCodeRow } from '../models/phone-code.ts';

/** How long a code works. */
export const phoneCodeTtlMs = 600_000;

/** How often a code can be tried. */
export const maxPhoneCodeTries = 5;

/** Makes and checks the codes by which residents prove to have a phone. */
export interface PhoneCodes {
  /** The code of a request: six digits. */
  codeOf(request: Pick<PhoneCodeRow, '_id' | 'phone'>): string;
  isCodeOf(request: Pick<PhoneCodeRow, '_id' | 'phone'>, given: string): boolean;
}

/**
 * Prepares the codes. A code is derived from its request by HMAC-SHA-256, cut to six digits as in RFC 4226, section 5.3,
 * so that neither an event nor the database has it: a copy of the database does not give it away.
 *
 * @param secret known to the service that checks codes and to the program that sends them
 */
export function createPhoneCodes(secret: string): PhoneCodes {
  const codeOf: PhoneCodes['codeOf'] = ({ _id, phone }) => {
    const digest = createHmac('sha256', secret).update(`phone code|${_id}|${phone}`).digest();
    return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  };
  return {
    codeOf,
    isCodeOf: (request, given) => {
      const [a, b] = [Buffer.from(given), Buffer.from(codeOf(request))];
      return a.length === b.length && timingSafeEqual(a, b);
    },
  };
}
