import { z } from 'zod';

/** The form in which e-mail addresses are compared: NFKC and lower case; dots and plus tags stay. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}

/** Octets of an address that a mail server takes (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const maxOctets = 254;

const addressPattern = /^[^\s\p{Cc}@"<>(),;]+@[^\s\p{Cc}@"<>(),;]+\.[^\s\p{Cc}@"<>(),;.]{2,}$/u;

/** Judged in the form in which it is compared, where an at sign is an at sign. */
const isAddress = (email: string): boolean =>
  Buffer.byteLength(email) <= maxOctets && addressPattern.test(email.normalize('NFKC'));

/** Marks that nobody sees, such as a zero-width space: they come along where an address is copied from a page. */
const unseenMarks = /\p{Cf}/gu;

/** An e-mail address as it comes in, without blanks around it and marks that nobody sees. */
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
