import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListenOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Bytes; services behind the gateway take more than it does, for the headers it adds. */
  maxHeaderSize?: number;
}

/**
 * Starts the HTTP server of an app. Idle connections outlive the gateway's pool (60 s), so that no request is sent into
 * a connection that is just being closed.
 */
export async function listen(
  app: RequestListener,
  { host, port, maxHeaderSize = 32_768 }: ListenOptions,
): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize,
      connectionsCheckingInterval: 1000,
    },
    app,
  );
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** The port a server got. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
