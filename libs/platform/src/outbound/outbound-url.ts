import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Which addresses that outsiders name may be called. */
export interface OutboundRules {
  /** Whether this machine may be called, also over plain http. In development alone. */
  allowsLoopback: boolean;
}

/** Names that resolve to this machine or to one of the local network by their form alone. */
const localName = /(^|\.)(localhost|local|internal|lan|home\.arpa|localdomain)$/;

/** The host without the brackets of an IPv6 address and the dot of an absolute name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function findHostFault(host: string, { allowsLoopback }: OutboundRules): string | null {
  const isLoopback = isLoopbackAddress(host) || /(^|\.)localhost$/.test(host);
  if (isLoopback) return allowsLoopback ? null : 'Expected an address on the Internet.';
  const isOpen = isIP(host) === 0 ? host.includes('.') && !localName.test(host) : isPublicAddress(host);
  return isOpen ? null : 'Expected an address on the Internet.';
}

/**
 * Finds what is wrong with an address that an outsider wants this system to call: it must be https, without credentials,
 * and must not name a private, link-local or metadata address. What a name resolves to is checked at each call
 * (`createOutboundAgent`).
 *
 * @returns a sentence for people, or null
 */
export function findOutboundFault(text: string, rules: OutboundRules): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Expected an https:// URL.';
  if (url.username !== '' || url.password !== '') return 'Expected a URL without user and password.';
  const host = hostOf(url);
  const isLocal = isLoopbackAddress(host) || host === 'localhost';
  if (url.protocol === 'http:' && !(rules.allowsLoopback && isLocal)) return 'Expected an https:// URL.';
  return findHostFault(host, rules);
}
