import { isIP } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { pinLookup } from './pin-lookup.ts';

/** A replica that is there takes a connection at once. */
const connectTimeoutMs = 2000;

/**
 * Services end idle connections after 65 s. The pool ends them before, so that no request is sent into one that is closing.
 */
const keepAliveMs = 60_000;

/** The connections to one replica, for requests that are held in memory. */
export interface UpstreamPool {
  readonly pool: Pool;
  /** What stands before the path of each request; empty for most. */
  readonly prefix: string;
  /** The name of the replica for TLS. */
  readonly servername: string;
}

/**
 * Sets up the connections to a replica. Their number is only limited by the bulkheads: a limit here would let a full
 * bulkhead block the others to the same replica.
 *
 * undici would ask for a certificate for the name in the Host header, which is the client's. So the name is fixed to
 * that of the replica's own address.
 *
 * @param ip the address of the host to connect to; null for any
 */
export function createUpstreamPool(url: string, ip: string | null = null): UpstreamPool {
  const { origin, hostname, pathname } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    minVersion: 'TLSv1.2',
    ...pinLookup(ip),
  });
  const servername = isIP(name) === 0 ? name : '';
  const pool = new Pool(origin, {
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    connect: (options, callback) => connect({ ...options, host: hostname, servername }, callback),
  });
  return { pool, prefix: pathname.replace(/\/$/, ''), servername: hostname };
}
