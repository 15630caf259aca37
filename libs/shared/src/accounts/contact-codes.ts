import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ContactCodeRow } from '../models/contact-code.ts';

/** Lifetime of a code, in milliseconds. */
export const codeTtlMs = 600_000;

/** Maximum number of tries of a code. */
export const maxCodeTries = 5;

type CodeRequest = Pick<ContactCodeRow, '_id' | 'to'>;

/** Makes and checks the codes with which residents prove that they own a phone or an e-mail address. */
export interface ContactCodes {
  /** The code of a request: six digits. */
  codeOf(request: CodeRequest): string;
  isCodeOf(request: CodeRequest, given: string): boolean;
}

/**
 * Prepares the codes. A code is HMAC-SHA-256 of its request, truncated to six digits (RFC 4226, section 5.3). Neither
 * events nor the database contain it, so a copy of the database does not reveal it.
 *
 * @param secret known to the service that checks codes and to the program that sends them
 */
export function createContactCodes(secret: string): ContactCodes {
  const codeOf: ContactCodes['codeOf'] = ({ _id, to }) => {
    const digest = createHmac('sha256', secret).update(`contact code|${_id}|${to}`).digest();
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
