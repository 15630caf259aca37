import type { Socket } from 'node:net';
import type { Request } from 'express';

/** Where a request comes from, as far as it can be believed. */
export interface Client {
  /** The peer of the connection, or the address that a trusted proxy reports. */
  address: string;
  protocol: string;
  host: string;
}

/** `192.0.2.7:1234`, `[2001:db8::1]` and `[2001:db8::1]:1234`, as some proxies write the entry that they add. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/;

/**
 * The address alone: without a port, which would make each connection an address of its own to the limits, without a
 * zone (RFC 4007), and IPv4 as such (RFC 4291, section 2.5.5.2).
 */
function plainAddress(text: string): string {
  const [, ipv4, ipv6] = withPort.exec(text) ?? [];
  return (ipv4 ?? ipv6 ?? text).replace(/%.*/s, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The plain addresses of the peers: to read one anew for each request would cost more than to look it up. */
const peers = new WeakMap<Socket, string>();

function peerAddress(socket: Socket): string {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const address = plainAddress(socket.remoteAddress ?? '');
  // A connection that has ended has no address any more.
  if (address !== '') peers.set(socket, address);
  return address;
}

/** Reads the client of a peer whose `X-Forwarded-*` headers are not believed, which Express would look at all the same. */
function directClient({ socket, headers }: Request): Client {
  return {
    address: peerAddress(socket),
    protocol: 'encrypted' in socket ? 'https' : 'http',
    host: headers.host ?? '',
  };
}

/** Reads the client from the connection; Express believes `X-Forwarded-*` of the proxies under `trust proxy` alone. */
export function clientOf(request: Request): Client {
  const isTrusted = request.app.get('trust proxy fn') as (
    address: string | undefined,
    hop: number,
  ) => boolean;
  if (!isTrusted(request.socket.remoteAddress, 0)) return directClient(request);
  return {
    address: plainAddress(request.ip ?? ''),
    protocol: request.protocol,
    host: request.host ?? '',
  };
}
