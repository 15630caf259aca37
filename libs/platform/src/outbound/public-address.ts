import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 networks without public hosts: the special-purpose registry of RFC 6890 and its updates, and multicast. */
const closedIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Parts of 2000::/3, the public part of IPv6, without public hosts or with embedded IPv4 addresses. */
const closedIpv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of closedIpv4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of closedIpv6) closed.addSubnet(network, prefix, 'ipv6');

const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns the IPv4 address within `::ffff:0:0/96`, in the spellings of the URL parser and the resolver. */
function embeddedIpv4(address: string): string | null {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return null;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** Whether an IP address is a loopback address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  const ip = embeddedIpv4(address) ?? address;
  return isIP(ip) !== 0 && loopback.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
}

/**
 * Whether an IP address may belong to a host on the Internet. False for private, link-local, multicast and reserved
 * addresses. An IPv4-mapped address counts as its IPv4 address; other IPv6 addresses that embed one are refused.
 */
export function isPublicAddress(address: string): boolean {
  const ip = embeddedIpv4(address) ?? address;
  if (isIP(ip) === 0) return false;
  if (isIPv4(ip)) return !closed.check(ip, 'ipv4');
  return globalIpv6.check(ip, 'ipv6') && !closed.check(ip, 'ipv6');
}
