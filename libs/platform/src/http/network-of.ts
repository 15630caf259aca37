/** Rewrites an IPv4 address at the end as two groups (RFC 4291, section 2.2). */
function withoutDots(address: string): string {
  const dotted = /:(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (!dotted) return address;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.slice(1).map(Number);
  return `${address.slice(0, dotted.index)}:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

const splitGroups = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** Returns the eight groups of 16 bits; null for an invalid IPv6 address. */
function groupsOf(address: string): number[] | null {
  const [head = '', ...tails] = withoutDots(address).split('::');
  const [left, right] = [splitGroups(head), splitGroups(tails[0] ?? '')];
  const missing = 8 - left.length - right.length;
  if (tails.length > 1 || missing < 0 || (tails.length === 0 && missing > 0)) return null;
  const texts = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  if (!texts.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return texts.map((group) => Number.parseInt(group, 16));
}

/** `::ffff:0:0/96` (RFC 4291, section 2.5.5.2) and `64:ff9b::/96` (RFC 6052, section 2.1), which carry IPv4 addresses. */
const ipv4Prefixes: ReadonlySet<string> = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

/**
 * Returns the network that every limit counts as one address. An IPv6 host has a /64 and can call from each of its
 * addresses (RFC 6177), so limits count networks. An IPv4 address counts alone, also if it is embedded in an IPv6
 * address. Otherwise all of IPv4 would share one count. A zone (RFC 4007) does not count.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address.replace(/%.*/s, ''));
  if (!groups) return address;
  const prefix = groups.slice(0, 6).map((group) => group.toString(16));
  const [high = 0, low = 0] = groups.slice(6);
  if (ipv4Prefixes.has(prefix.join(':'))) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return prefix.slice(0, 4).join(':');
}
