import { domainToASCII } from 'node:url';

/** Returns the comparable form of an e-mail address: NFKC, lower case, and the domain in ASCII (UTS 46). */
export function addressKey(email: string): string {
  const address = email.normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}
