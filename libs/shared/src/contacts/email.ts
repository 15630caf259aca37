import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { withoutUnseenMarks } from '../texts/visible-text.ts';

/** Maximum octets of an address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const maxOctets = 254;

/** Maximum octets of the part before the at sign (RFC 5321, section 4.5.3.1.1). */
const maxLocalOctets = 64;

/** Atoms and dots (RFC 5322, section 3.2.3), with letters of all scripts (RFC 6531, section 3.3). */
const dotAtom =
  /^[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+(?:\.[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+)*$/u;

/** Blanks, controls and characters that nobody sees. */
const unseen = /[\p{Z}\p{C}\p{DI}\u2800]/u;

/** Labels of a domain in ASCII (RFC 1035, section 2.3.4). At least two; the last is not a number, as in an IP address. */
const domainName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/;

/** Whether a domain is free of characters that the URL parser takes for the end of a host, or decodes. */
const isHost = (domain: string): boolean => !/[^\w.\-\u0080-\u{10ffff}]/u.test(domain);

/** Returns a domain in ASCII by UTS 46, non-transitional; an empty text for an invalid one. */
const toAscii = (domain: string): string => (isHost(domain) ? domainToASCII(domain) : '');

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC').trim();

/** Splits an address at its last at sign. */
function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
}

/**
 * Returns the comparable form of an e-mail address. The part before the at sign is in NFKC and lower case; dots and
 * plus tags stay. The domain is in ASCII, so that `jo@bücher.test` and `jo@xn--bcher-kva.test` are one person.
 */
export function emailKey(email: string): string {
  const { local, domain } = partsOf(email.normalize('NFKC').trim());
  const ascii = toAscii(domain);
  return local === '' || ascii === '' ? fold(email) : `${fold(local)}@${ascii}`;
}

/** Returns the key after a change. An unchanged address keeps its key, to which a migration may have added a number. */
export function emailKeyAfter(
  before: { email: string | null; emailKey: string | null },
  email: string | null,
): string | null {
  if (email === before.email) return before.emailKey;
  return email === null ? null : emailKey(email);
}

/** Returns the search words of an address: as written, and with its domain in ASCII and in Unicode. */
export function emailWords(email: string | null): string[] {
  if (email === null) return [];
  const key = emailKey(email);
  const { local, domain } = partsOf(key);
  return [...new Set([email, key, `${local}@${domainToUnicode(domain) || domain}`])];
}

/** Whether a mail server can accept the address. The caller has normalized the part before the at sign. */
function isAddress(email: string): boolean {
  if (Buffer.byteLength(email) > maxOctets) return false;
  const { local, domain } = partsOf(email);
  return (
    Buffer.byteLength(local) <= maxLocalOctets &&
    dotAtom.test(local) &&
    !unseen.test(local) &&
    domainName.test(toAscii(domain))
  );
}

/** Writes the part before the at sign in NFKC. The domain stays as it is written. */
function withPlainLocal(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 ? email : `${email.slice(0, at).normalize('NFKC')}${email.slice(at)}`;
}

/** An e-mail address from a request, without surrounding spaces, bidi controls and characters without a width. */
export const Email = z
  .string()
  .overwrite(withoutUnseenMarks)
  .trim()
  .overwrite(withPlainLocal)
  .refine(isAddress, { message: 'Expected an e-mail address.', params: { code: 'invalid_email' } })
  .meta({
    example: 'jordan@example.test',
    override: { type: 'string', format: 'email', maxLength: maxOctets },
  });

/** Returns a valid address as mail servers take it, with the domain in ASCII; null for any other text. */
export function toMailbox(email: string): string | null {
  const { data } = Email.safeParse(email);
  if (data === undefined) return null;
  const { local, domain } = partsOf(data);
  return `${local}@${toAscii(domain)}`;
}

/** Shows enough of an address for its owner to recognise it: `j•••@example.test`. */
export function maskEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*@(.*)$/su.exec(email) ?? [];
  return `${first}•••@${domain}`;
}
