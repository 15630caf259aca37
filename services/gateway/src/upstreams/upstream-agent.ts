import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';

/**
 * Makes the agent for the connections to one replica. By default Node checks the certificate against the Host header,
 * which the client sends. So the name is fixed to that of the replica's address. With an empty name Node checks the IP
 * address.
 *
 * @param options also the look-up of the host
 */
export function createUpstreamAgent(url: string, options: AgentOptions): HttpAgent {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:') return new HttpAgent(options);
  const name = hostname.replace(/^\[|\]$/g, '');
  return new HttpsAgent({
    ...options,
    servername: isIP(name) ? '' : name,
    minVersion: 'TLSv1.2',
  });
}
