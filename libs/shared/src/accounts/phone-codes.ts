import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PhoneCodeRow } from '../models/phone-code.ts';

/** Lifetime of a code, in milliseconds. */
export const phoneCodeTtlMs = 600_000;

/** Maximum number of tries of a code. */
export const maxPhoneCodeTries = 5;

/** Makes and checks the codes by which residents prove to have a phone. */
export interface PhoneCodes {
  /** The code of a request: six digits. */
  codeOf(request: Pick<PhoneCodeRow, '_id' | 'phone'>): string;
  isCodeOf(request: Pick<PhoneCodeRow, '_id' | 'phone'>, given: string): boolean;
}

/**
 * Prepares the codes. A code is HMAC-SHA-256 of its request, truncated to six digits (RFC 4226, section 5.3). Neither
 * events nor the database contain it, so a copy of the database does not reveal it.
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
