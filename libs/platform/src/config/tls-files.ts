import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { withRule, type RuleInput } from './rules.ts';

/** A certificate and its private key, both PEM. Certificates of its issuers may follow the certificate. */
export interface CertificatePair {
  cert: string;
  key: string;
  /** The expiry of the certificate, in milliseconds since 1970. */
  endsAt: number;
}

function readPem(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${what} can’t be read`);
  }
}

function readCertificate(file: string, now: number): { cert: string; endsAt: number } {
  const cert = readPem(file, 'the certificate file');
  let endsAt: number;
  try {
    endsAt = Date.parse(new X509Certificate(cert).validTo);
  } catch {
    throw new Error('the certificate file has no certificate in PEM');
  }
  if (endsAt <= now) throw new Error('the certificate has expired');
  return { cert, endsAt };
}

function readKey(file: string, cert: string): string {
  const key = readPem(file, 'the key file');
  try {
    createSecureContext({ cert, key });
    return key;
  } catch {
    throw new Error('the key file has no key in PEM that belongs to the certificate');
  }
}

/**
 * Reads a certificate and its key.
 *
 * @throws Error that names the unusable file in words that continue a sentence, without any content of the files
 */
export function readCertificatePair(certFile: string, keyFile: string, now = Date.now()): CertificatePair {
  const { cert, endsAt } = readCertificate(certFile, now);
  return { cert, key: readKey(keyFile, cert), endsAt };
}

/** Reads the certificates of a PEM file, one text each. */
export function readAuthorities(file: string): string[] {
  const blocks =
    readPem(file, 'the file').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('the file has no certificate in PEM');
  try {
    return blocks.map((block) => new X509Certificate(block).toString());
  } catch {
    throw new Error('the file has a certificate that can’t be read');
  }
}

function faultsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [`can’t be used: ${(error as Error).message}.`];
  }
}

/** Whether `TLS_PROXY` declares a TLS proxy on the same host in front of this process. */
const hasProxy = ({ all }: RuleInput): boolean => all['TLS_PROXY'] === 'loopback';

const missing = (what: string): string[] => [
  `is missing. Name the PEM file of ${what}: production answers only over TLS.`,
];

function findCertFaults(given: RuleInput): string[] {
  const { text, all, isProduction } = given;
  const { TLS_KEY_FILE: keyFile } = all;
  if (text === undefined) {
    if (keyFile !== undefined) return ['is missing. TLS_KEY_FILE is set, and one needs the other.'];
    return isProduction && !hasProxy(given) ? missing('the certificate that this process shows') : [];
  }
  return faultsOf(() => readCertificate(text, Date.now()));
}

function findKeyFaults(given: RuleInput): string[] {
  const { text, all, isProduction } = given;
  const { TLS_CERT_FILE: certFile } = all;
  if (text === undefined) {
    if (certFile !== undefined) return ['is missing. TLS_CERT_FILE is set, and one needs the other.'];
    return isProduction && !hasProxy(given) ? missing('the private key of TLS_CERT_FILE') : [];
  }
  const hasCertificate = certFile !== undefined && faultsOf(() => readCertificate(certFile, 0)).length === 0;
  // Without a certificate to compare, only a missing or unreadable key file can be found.
  return faultsOf(() =>
    hasCertificate ? readCertificatePair(certFile, text, 0) : readPem(text, 'the key file'),
  );
}

/** The PEM file of the certificate that a process shows, and of its issuers. Production: required. */
export const TlsCertFile = withRule(z.string(), {
  demand: 'required',
  findFaults: findCertFaults,
}).optional();

/** The PEM file of the private key of `TLS_CERT_FILE`. Production: required. */
export const TlsKeyFile = withRule(z.string(), { demand: 'required', findFaults: findKeyFaults }).optional();

/** A PEM file of certificates that a process trusts in addition to those of the machine. */
export const TlsCaFile = withRule(z.string(), {
  demand: null,
  findFaults: ({ text }) => (text === undefined ? [] : faultsOf(() => readAuthorities(text))),
}).optional();

const loopback = /^(127(\.\d+){3}|::1|localhost)$/;

/** Whether a TLS proxy on the same host is in front of this process. Then only the proxy may reach the plain port. */
export const TlsProxy = withRule(z.enum(['none', 'loopback']), {
  demand: null,
  findFaults: ({ text, all }) =>
    text === 'loopback' && !loopback.test(all['HOST'] ?? '127.0.0.1')
      ? ['is loopback, and HOST is not. Set HOST to 127.0.0.1 or ::1, where only the proxy reaches it.']
      : [],
}).default('none');
