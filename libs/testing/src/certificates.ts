// The certificate library needs it before its own first line.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;

/** A certificate and its private key, both PEM. */
export interface Pair {
  cert: string;
  key: string;
}

/** A certificate authority of a test or of a local system. */
export interface Authority extends Pair {
  /** Makes a certificate for servers and clients under some names and addresses. */
  issue(names: readonly string[], validity?: Validity): Promise<Pair>;
}

/** Tolerance for differences between clocks. */
const clockSkewMs = 3_600_000;

export interface Validity {
  days: number;
  /** The begin of the validity. Default: an hour ago. */
  from?: Date;
}

const within = ({ days, from = new Date(Date.now() - clockSkewMs) }: Validity) => ({
  notBefore: from,
  notAfter: new Date(from.getTime() + days * dayMs),
});

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** Draws 16 random bytes, with a first byte that is positive and not zero (RFC 5280, section 4.1.2.2). */
function newSerial(): string {
  const bytes = webcrypto.getRandomValues(Buffer.alloc(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

const alternativeName = (name: string) =>
  isIP(name) ? { type: 'ip' as const, value: name } : { type: 'dns' as const, value: name };

function authorityOf(pair: Pair, signingKey: webcrypto.CryptoKey): Authority {
  const own = new X509Certificate(pair.cert);
  return {
    ...pair,
    async issue(names, validity = { days: 365 }) {
      const keys = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        serialNumber: newSerial(),
        subject: `CN=${names[0]}`,
        issuer: own.subject,
        ...within(validity),
        signingAlgorithm: algorithm,
        publicKey: keys.publicKey,
        signingKey,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          // Servers of a cluster are clients of each other.
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
          new SubjectAlternativeNameExtension(names.map(alternativeName)),
        ],
      });
      return { cert: `${certificate.toString('pem')}\n`, key: await keyPem(keys.privateKey) };
    },
  };
}

/** Makes a certificate authority. */
export async function newAuthority(name: string, validity: Validity = { days: 3650 }): Promise<Authority> {
  const keys = await newKeys();
  const serialNumber = newSerial();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber,
    // The name is unique, because a process may trust several authorities and looks them up by name.
    name: `CN=${name} ${serialNumber}`,
    ...within(validity),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const pair = { cert: `${certificate.toString('pem')}\n`, key: await keyPem(keys.privateKey) };
  return authorityOf(pair, keys.privateKey);
}

/** Opens a certificate authority that was made earlier. */
export async function openAuthority(pair: Pair): Promise<Authority> {
  const bytes = PemConverter.decodeFirst(pair.key);
  return authorityOf(pair, await webcrypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign']));
}
