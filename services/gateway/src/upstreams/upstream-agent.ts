import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { pinLookup } from './pin-lookup.ts';

/**
 * Makes the agent for the connections to one replica. Node would ask for, and accept, a certificate for the name in the
 * Host header, which is the client's: so the name is fixed to that of the replica's own address. An empty one has Node
 * check the IP address.
 *
 * @param ip the address of the host to connect to; null for any
 */
export function createUpstreamAgent(url: string, options: AgentOptions, ip: string | null = null): HttpAgent {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:') return new HttpAgent({ ...options, ...pinLookup(ip) });
  const name = hostname.replace(/^\[|\]$/g, '');
  return new HttpsAgent({
    ...options,
    ...pinLookup(ip),
    servername: isIP(name) ? '' : name,
    minVersion: 'TLSv1.2',
  });
}
