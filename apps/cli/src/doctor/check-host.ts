import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { readCertificatePair } from '@pas/platform/config/tls-files';
import { control, core } from '@pas/platform/mongo/connections';
import { failure, fine, warning, type Check, type Look } from './finding.ts';

type Connection = typeof core;

const dayMs = 24 * 3_600_000;
/** Days before the end of a certificate from which it is reported. */
const soonDays = 14;

/** Reports the end of a certificate. */
export function judgeCertificate(name: string, endsAt: number, now = Date.now()): Look {
  const days = Math.floor((endsAt - now) / dayMs);
  const next = 'Renew it, and replace the files of certificate and key.';
  if (days < 0) return failure(`The certificate of ${name} has ended.`, next);
  const message = `The certificate of ${name} ends in ${days} days.`;
  return days < soonDays ? warning(message, next) : fine(message);
}

/** Reports the free share of a disk. */
export function judgeDisk(name: string, free: number, total: number): Look {
  const percent = Math.floor((100 * free) / Math.max(total, 1));
  const message = `${percent} % of the disk of ${name} is free.`;
  const next = 'Free space, or enlarge the disk. A store stops to accept writes when it is full.';
  if (percent >= 15) return fine(message);
  return percent >= 5 ? warning(message, next) : failure(message, next);
}

async function lookAtDatabaseDisk(name: string, connection: Connection): Promise<Look> {
  const stats = (await connection.db?.command({ dbStats: 1 })) as { fsUsedSize: number; fsTotalSize: number };
  return judgeDisk(`the ${name} database`, stats.fsTotalSize - stats.fsUsedSize, stats.fsTotalSize);
}

async function lookAtDirectory(directory: string): Promise<Look[]> {
  try {
    await access(directory, constants.W_OK);
  } catch {
    return [
      failure(
        'AUDIT_CHECKPOINT_DIR is missing or cannot be written.',
        'Create it for the user of the workers.',
      ),
    ];
  }
  const { bavail, blocks } = await statfs(directory);
  return [judgeDisk('AUDIT_CHECKPOINT_DIR', bavail, blocks)];
}

/** Files of this host that processes use. */
export interface HostSettings {
  AUDIT_CHECKPOINT_DIR?: string | undefined;
  TLS_CERT_FILE?: string | undefined;
  TLS_KEY_FILE?: string | undefined;
}

/** Checks the disks of the databases and of the checkpoints, and the certificate of this host. */
export function hostChecks(settings: HostSettings): Check[] {
  const { AUDIT_CHECKPOINT_DIR: directory, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = settings;
  const disks = async (): Promise<Look[]> => [
    ...(await Promise.all([lookAtDatabaseDisk('core', core), lookAtDatabaseDisk('control', control)])),
    ...(directory === undefined ? [] : await lookAtDirectory(directory)),
  ];
  const checks: Check[] = [{ name: 'disk', look: disks }];
  if (certFile === undefined || keyFile === undefined) return checks;
  // An ended certificate is a finding of its own.
  const certificate = async () => [
    judgeCertificate('TLS_CERT_FILE', readCertificatePair(certFile, keyFile, 0).endsAt),
  ];
  return [...checks, { name: 'certificates', look: certificate }];
}
