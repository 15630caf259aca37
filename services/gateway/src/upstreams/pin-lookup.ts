import { isIP, type LookupFunction } from 'node:net';

/**
 * Makes the look-up of a host that answers one of its IP addresses, whatever else the host has. The name of the host stays
 * what it is: for TLS too.
 *
 * @param ip null for the machine's own look-up
 */
export function pinLookup(ip: string | null): { lookup?: LookupFunction } {
  if (ip === null) return {};
  const family = isIP(ip);
  return {
    lookup: (_hostname, { all }, callback) => {
      if (all) callback(null, [{ address: ip, family }]);
      else callback(null, ip, family);
    },
  };
}
