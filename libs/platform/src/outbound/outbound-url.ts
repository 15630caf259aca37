import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Which addresses that outsiders name may be called. */
export interface OutboundRules {
  /** Whether this machine may be called, also over plain http. In development alone. */
  allowsLoopback: boolean;
}

/** Names that resolve to this machine, or to one of the local network or cluster, by their form alone. */
const localName =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|consul|arpa|onion)$/;

/** The labels of a name on the Internet (RFC 1123, section 2.1); underscores are in use, too. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** The longest name, without the dot of an absolute one (RFC 1035, section 2.3.4). */
const maxHostLength = 253;

/** Whether a name can stand for a host on the Internet: one with a domain, which is no name of a local network. */
function isPublicName(host: string): boolean {
  const labels = host.split('.');
  const isSound = host.length <= maxHostLength && labels.every((each) => label.test(each));
  return isSound && labels.length > 1 && !localName.test(host);
}

/** The host without the brackets of an IPv6 address and the dot of an absolute name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function findHostFault(host: string, { allowsLoopback }: OutboundRules): string | null {
  const isLoopback = isLoopbackAddress(host) || /(^|\.)localhost$/.test(host);
  if (isLoopback) return allowsLoopback ? null : 'Expected an address on the Internet.';
  const isOpen = isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
  return isOpen ? null : 'Expected an address on the Internet.';
}

/**
 * Writes an address as it is called (WHATWG URL): the name in ASCII and lower case, without the dot of an absolute name and
 * without a fragment. A text that is no address stays as it is.
 */
export function normalizeUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href;
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
