import type { Socket } from 'node:net';
import type { Request } from 'express';

/** The origin of a request, as far as it can be trusted. */
export interface Client {
  /** The peer of the connection, or the address that a trusted proxy reports. */
  address: string;
  protocol: string;
  host: string;
}

/** `192.0.2.7:1234`, `[2001:db8::1]` and `[2001:db8::1]:1234`, as some proxies write the entry that they add. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/;

/**
 * Returns the bare address, so that the limits count all connections of a client together. It has no port and no zone
 * (RFC 4007). A mapped IPv4 address becomes plain IPv4 (RFC 4291, section 2.5.5.2).
 */
function plainAddress(text: string): string {
  const [, ipv4, ipv6] = withPort.exec(text) ?? [];
  return (ipv4 ?? ipv6 ?? text).replace(/%.*/s, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The plain addresses of the peers. A look-up costs less than parsing the address for each request. */
const peers = new WeakMap<Socket, string>();

function peerAddress(socket: Socket): string {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const address = plainAddress(socket.remoteAddress ?? '');
  // A connection that has ended has no address any more.
  if (address !== '') peers.set(socket, address);
  return address;
}

/**
 * Reads the client of a peer without trusted `X-Forwarded-*` headers. Express would read these headers all the same.
 */
function directClient({ socket, headers }: Request): Client {
  return {
    address: peerAddress(socket),
    protocol: 'encrypted' in socket ? 'https' : 'http',
    host: headers.host ?? '',
  };
}

/** Reads the client from the connection. Express trusts `X-Forwarded-*` only from the proxies under `trust proxy`. */
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
