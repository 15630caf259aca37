import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAuthority, openAuthority, type Authority, type Pair } from '@pas/testing/certificates';
import { writePrivateFile } from './write-private-file.ts';

/** Certificate files of one local system. All servers use the same certificate. */
export interface LocalCertificates {
  /** Authority that clients must trust. */
  caFile: string;
  certFile: string;
  keyFile: string;
  /** Certificate and key in one file, as mongod reads them. */
  pairFile: string;
}

const names = ['localhost', '127.0.0.1', '::1'];
const dayMs = 86_400_000;

/** Validity in days. Each start of a local system checks the certificates. */
const validDays = { authority: 3650, server: 365 };
const renewedBeforeDays = { authority: 400, server: 60 };

function readPair(certFile: string, keyFile: string, minDays: number): Pair | null {
  if (!existsSync(certFile) || !existsSync(keyFile)) return null;
  const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  const endsAt = Date.parse(new X509Certificate(pair.cert).validTo);
  return endsAt - Date.now() > minDays * dayMs ? pair : null;
}

async function keepAuthority(folder: string): Promise<{ authority: Authority; isNew: boolean }> {
  const [certFile, keyFile] = [join(folder, 'ca.pem'), join(folder, 'ca-key.pem')];
  const kept = readPair(certFile, keyFile, renewedBeforeDays.authority);
  if (kept) return { authority: await openAuthority(kept), isNew: false };
  const authority = await newAuthority('Property access, local system', { days: validDays.authority });
  writePrivateFile(keyFile, authority.key);
  writePrivateFile(certFile, authority.cert);
  return { authority, isNew: true };
}

/** Returns the paths of a data directory's certificates. */
export function certificatesIn(folder: string): LocalCertificates {
  const file = (name: string): string => join(folder, name);
  return {
    caFile: file('ca.pem'),
    certFile: file('server.pem'),
    keyFile: file('server-key.pem'),
    pairFile: file('server-pair.pem'),
  };
}

/** Creates a new certificate for the servers of a local system. Running servers use it for new connections. */
export async function renewServerCertificate(folder: string): Promise<LocalCertificates> {
  const { authority } = await keepAuthority(folder);
  const files = certificatesIn(folder);
  const { cert, key } = await authority.issue(names, { days: validDays.server });
  writePrivateFile(files.keyFile, key);
  writePrivateFile(files.certFile, cert);
  writePrivateFile(files.pairFile, cert + key);
  return files;
}

/** Creates missing or soon expiring certificates of a data directory, and keeps the others. */
export async function keepCertificates(folder: string): Promise<LocalCertificates> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { isNew } = await keepAuthority(folder);
  const files = certificatesIn(folder);
  const isKept =
    !isNew && existsSync(files.pairFile) && readPair(files.certFile, files.keyFile, renewedBeforeDays.server);
  return isKept ? files : renewServerCertificate(folder);
}
