import { isIP, type LookupFunction } from 'node:net';

/**
 * Makes a look-up that always returns one IP address of a host. The name of the host stays the same, also for TLS.
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
