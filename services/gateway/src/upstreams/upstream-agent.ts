import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { pinLookup } from './pin-lookup.ts';

/**
 * Makes the agent for the connections to one replica. By default Node checks the certificate against the Host header,
 * which the client sends. So the name is fixed to that of the replica's address. With an empty name Node checks the IP
 * address.
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
