import { isIP, type LookupFunction } from 'node:net';

/** Makes a look-up that always returns one IP address of a host. The name of the host stays the same, also for TLS. */
export function pinLookup(ip: string): LookupFunction {
  const family = isIP(ip);
  return (_hostname, { all }, callback) => {
    if (all) callback(null, [{ address: ip, family }]);
    else callback(null, ip, family);
  };
}
