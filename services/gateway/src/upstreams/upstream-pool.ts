import { isIP, type LookupFunction } from 'node:net';
import { buildConnector, Pool } from 'undici';

/** The time in which a replica must accept a connection, in milliseconds. */
const connectTimeoutMs = 2000;

/** Services end idle connections after 65 s. The pool ends them earlier, so that no request uses a closing one. */
const keepAliveMs = 60_000;

/** The connections to one replica, for requests that are held in memory. */
export interface UpstreamPool {
  readonly pool: Pool;
  /** The prefix of the path of each request; usually empty. */
  readonly prefix: string;
  /** The name of the replica for TLS. */
  readonly servername: string;
}

/**
 * Creates the connections to a replica. Only the bulkheads limit their number. A limit here would let a full bulkhead
 * block the others to the same replica.
 *
 * By default undici checks the certificate against the Host header, which the client sends. So the name is fixed to
 * that of the replica's address.
 *
 * @param lookup the look-up of the host
 */
export function createUpstreamPool(url: string, lookup: LookupFunction): UpstreamPool {
  const { origin, hostname, pathname } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    minVersion: 'TLSv1.2',
    lookup,
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
