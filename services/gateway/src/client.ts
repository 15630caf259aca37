import type { Request } from 'express';

/** Where a request comes from, as far as it can be believed. */
export interface Client {
  /** The peer of the connection, or what a trusted proxy says of it. */
  address: string;
  protocol: string;
  host: string;
}

/** Reads the client from the connection; Express believes `X-Forwarded-*` of the proxies under `trust proxy` alone. */
export function clientOf(request: Request): Client {
  return {
    address: (request.ip ?? '').replace(/^::ffff:/, ''),
    protocol: request.protocol,
    host: request.host ?? '',
  };
}
