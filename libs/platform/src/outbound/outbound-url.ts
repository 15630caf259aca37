import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Rules for addresses that outsiders name. */
export interface OutboundRules {
  /** Whether this machine may be called, also over plain http. For development only. */
  allowsLoopback: boolean;
}

/** Names of this machine, the local network or the cluster, by their form. */
const localName =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|consul|arpa|onion)$/;

/** The labels of a name on the Internet (RFC 1123, section 2.1). Underscores occur in practice. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** The longest name, without the final dot of an absolute one (RFC 1035, section 2.3.4). */
const maxHostLength = 253;

/** Whether a name can belong to a host on the Internet. It has a domain and is not local. */
function isPublicName(host: string): boolean {
  const labels = host.split('.');
  const isValid = host.length <= maxHostLength && labels.every((each) => label.test(each));
  return isValid && labels.length > 1 && !localName.test(host);
}

/** Returns the host without the brackets of an IPv6 address and the dot of an absolute name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function findHostFault(host: string, { allowsLoopback }: OutboundRules): string | null {
  const isLoopback = isLoopbackAddress(host) || /(^|\.)localhost$/.test(host);
  if (isLoopback) return allowsLoopback ? null : 'Expected an address on the Internet.';
  const isOpen = isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
  return isOpen ? null : 'Expected an address on the Internet.';
}

/**
 * Normalizes an address (WHATWG URL). The name is in ASCII and lower case, without the dot of an absolute name, and the
 * fragment is removed. An invalid address stays unchanged.
 */
export function normalizeUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href;
}

/**
 * Finds the fault of an address that an outsider wants this system to call. It must be https, without credentials, and
 * must not be a private, link-local or metadata address. Each call checks the addresses that a name resolves to
 * (`createOutboundAgent`).
 *
 * @returns a sentence for people; null without a fault
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
