import { z } from 'zod';

/** Returns the comparable form of an e-mail address: NFKC and lower case. Dots and plus tags stay. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}

/** Maximum octets of an address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const maxOctets = 254;

const addressPattern = /^[^\s\p{Cc}@"<>(),;]+@[^\s\p{Cc}@"<>(),;]+\.[^\s\p{Cc}@"<>(),;.]{2,}$/u;

/** Checked in the comparable form, where all spellings of an at sign are equal. */
const isAddress = (email: string): boolean =>
  Buffer.byteLength(email) <= maxOctets && addressPattern.test(email.normalize('NFKC'));

/** Invisible marks, such as a zero-width space, which come with addresses copied from a page. */
const unseenMarks = /\p{Cf}/gu;

/** An e-mail address from a request, without surrounding blanks and invisible marks. */
export const Email = z
  .string()
  .overwrite((email) => email.replaceAll(unseenMarks, ''))
  .trim()
  .refine(isAddress, { message: 'Expected an e-mail address.', params: { code: 'invalid_email' } })
  .meta({
    example: 'jordan@example.test',
    override: { type: 'string', format: 'email', maxLength: maxOctets },
  });

/** Shows enough of an address for its owner to recognise it: `j•••@example.test`. */
export function maskEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*@(.*)$/su.exec(email) ?? [];
  return `${first}•••@${domain}`;
}
