import type { RequestListener, Server as HttpServer, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import { Server as TlsServer } from 'node:tls';
import { Gauge } from 'prom-client';
import { readCertificatePair, type CertificatePair } from '../config/tls-files.ts';
import type { Logger } from '../log/logger.ts';

/** TLS settings of a server. */
export interface ServedTls {
  certFile: string;
  keyFile: string;
  log: Logger;
  /** The interval at which the files are read, in milliseconds. */
  pollMs?: number;
  /** The time limit of a handshake, in milliseconds. */
  handshakeTimeoutMs?: number;
}

/** Configuration of a process's certificate. */
export interface TlsSettings {
  TLS_CERT_FILE?: string | undefined;
  TLS_KEY_FILE?: string | undefined;
}

/** Secret stores replace files by renaming, and copies write them in pieces. Polling detects both, on every mount. */
const defaultPollMs = 3000;
const handshakeTimeoutMs = 10_000;

const endGauge = new Gauge({
  name: 'tls_certificate_ends_timestamp_seconds',
  help: 'When the certificate that this process shows ends, in seconds since 1970.',
  labelNames: ['file'],
});

/** TLS 1.2 is the oldest version that browsers and providers still use (RFC 9325, section 3.1.1). */
const contextOf = ({ cert, key }: CertificatePair) => ({ cert, key, minVersion: 'TLSv1.2' as const });

/**
 * Serves new connections with the current certificate of the files. Open connections keep theirs. An unusable pair,
 * such as a certificate without its new key, changes nothing and is logged once.
 */
function followFiles(
  server: Server,
  { certFile, keyFile, log, pollMs = defaultPollMs }: ServedTls,
  first: CertificatePair,
) {
  let current = first;
  let lastFault = '';
  const look = (): void => {
    try {
      const pair = readCertificatePair(certFile, keyFile);
      lastFault = '';
      if (pair.cert === current.cert && pair.key === current.key) return;
      server.setSecureContext(contextOf(pair));
      current = pair;
      endGauge.set({ file: certFile }, pair.endsAt / 1000);
      log.info({ certFile, endsAt: new Date(pair.endsAt).toISOString() }, 'a new certificate is shown');
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastFault)
        log.error({ certFile, reason: message }, 'the new certificate cannot be used; the old one stays');
      lastFault = message;
    }
  };
  const timer = setInterval(look, pollMs).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * Makes an HTTPS server whose certificate follows its files.
 *
 * @throws Error when the files cannot be used
 */
export function createTlsServer(
  options: ServerOptions,
  listener: RequestListener,
  tls: ServedTls,
): HttpServer {
  const pair = readCertificatePair(tls.certFile, tls.keyFile);
  endGauge.set({ file: tls.certFile }, pair.endsAt / 1000);
  const server = createServer(
    {
      ...options,
      ...contextOf(pair),
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: tls.handshakeTimeoutMs ?? handshakeTimeoutMs,
    },
    listener,
  );
  followFiles(server, tls, pair);
  return server;
}

/** Returns the TLS settings of a process; undefined without a configured certificate. */
export function servedTls({ TLS_CERT_FILE, TLS_KEY_FILE }: TlsSettings, log: Logger): ServedTls | undefined {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  return { certFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE, log };
}

/** Returns the event of a connection that can carry requests. With TLS, it is emitted after the handshake. */
export const connectionEvent = (server: object): 'connection' | 'secureConnection' =>
  server instanceof TlsServer ? 'secureConnection' : 'connection';
