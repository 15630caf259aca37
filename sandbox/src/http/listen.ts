import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ListenOptions, Server as NetServer } from 'node:net';
import type { TlsFiles } from '../config.ts';

/** Reads the files of a certificate and its key; undefined without them. */
export function readTls(tls: TlsFiles | undefined): { cert: string; key: string } | undefined {
  return tls && { cert: readFileSync(tls.certFile, 'utf8'), key: readFileSync(tls.keyFile, 'utf8') };
}

/** Creates the HTTP server of a part, or its HTTPS server with a certificate. */
export function createHttpServer(tls: TlsFiles | undefined, listener?: RequestListener): Server {
  const pair = readTls(tls);
  return pair ? createTlsServer(pair, listener) : createPlainServer(listener);
}

/** Returns `https` with a certificate, else `http`. */
export const httpScheme = (tls: TlsFiles | undefined): 'http' | 'https' => (tls ? 'https' : 'http');

/** A port to open, and the variable that sets it, which the message for a used port names. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly variable: string;
}

/** A server that can listen on a port: HTTP or SMTP. */
interface Listenable {
  listen(options: ListenOptions, listening: () => void): NetServer;
  once(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Opens a port and returns its number, which differs from a requested 0.
 *
 * @throws Error that names the variable to change when the port is used
 */
export async function listen(server: Listenable, endpoint: Endpoint): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const fail = (error: Error) => reject(explain(error, endpoint));
  server.once('error', fail);
  const bound = server.listen({ host: endpoint.host, port: endpoint.port }, () => {
    server.off('error', fail);
    const address = bound.address();
    resolve(typeof address === 'object' && address ? address.port : endpoint.port);
  });
  return promise;
}

function explain(error: Error, { host, port, variable }: Endpoint): Error {
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  if (!isTaken) return error;
  return new Error(
    `Port ${port} on ${host} is used by another program: stop that program, or set ${variable} to a free port.`,
    {
      cause: error,
    },
  );
}

/** Closes an HTTP server. Running requests get `graceMs` milliseconds, then their connections are cut. */
export async function closeHttp(server: Server, graceMs = 1_000): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearTimeout(cut);
}

/** Returns the URL of a listening server on this machine. Shows a wildcard host as loopback. */
export function localUrl(scheme: 'http' | 'https' | 'smtp', host: string, port: number): string {
  return `${scheme}://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}
