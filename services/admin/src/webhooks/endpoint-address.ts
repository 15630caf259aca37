import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Names that never stand for a public server (RFC 6761, RFC 6762, and a common one inside of networks). */
const privateName = /(^|\.)(localhost|local|internal|test|invalid|home\.arpa)$/;

interface AddressRules {
  /** Development: plain http, and https, to this machine. */
  allowsLoopback: boolean;
}

/** The addresses of this machine to which events may go in development. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

const isLoopback = (host: string): boolean => host === 'localhost' || loopbackAddresses.includes(host);

/** The host of a URL, without the brackets of an IPv6 address and without the dot at its end. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function hostProblem(host: string): string | null {
  if (isIP(host) > 0)
    return ipaddr.process(host).range() === 'unicast'
      ? null
      : 'Use a public address. Private, link-local and reserved addresses cannot receive events.';
  if (privateName.test(host) || !host.includes('.'))
    return 'Use a public host name. This one is only known inside of a network.';
  return null;
}

/**
 * Says why events cannot be sent to an address; null where they can. What a name resolves to is checked again at each
 * try.
 */
export function addressProblem(text: string, { allowsLoopback }: AddressRules): string | null {
  const url = URL.parse(text);
  if (!url) return 'Expected an https URL.';
  if (url.username !== '' || url.password !== '')
    return 'Use a URL without user and password. The signature of each request shows who sent it.';
  const host = hostOf(url);
  if (allowsLoopback && isLoopback(host))
    return /^https?:$/.test(url.protocol) ? null : 'Expected an https URL.';
  if (url.protocol !== 'https:') return 'Expected an https URL.';
  return hostProblem(host);
}
