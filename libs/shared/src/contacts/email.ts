import { z } from 'zod';

/** The form in which e-mail addresses are compared: NFKC and lower case; dots and plus tags stay. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** An e-mail address as it comes in. At most 254 octets (RFC 5321, section 4.5.3.1). */
export const Email = z
  .string()
  .trim()
  .max(254)
  .refine((email) => /^[^\s@"<>()]+@[^\s@"<>()]+\.[^\s@"<>().]{2,}$/u.test(email), {
    message: 'Expected an e-mail address.',
    params: { code: 'invalid_email' },
  })
  .meta({ example: 'jordan@example.test', override: { type: 'string', format: 'email', maxLength: 254 } });

/** Shows enough of an address for its owner to recognise it: `j•••@example.test`. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.slice(0, 1)}•••@${domain}`;
}
