import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { readCertificatePair } from '@pas/platform/config/tls-files';
import { control, core } from '@pas/platform/mongo/connections';
import { failure, fine, warning, type Check, type CheckResult } from './finding.ts';

type Connection = typeof core;

const dayMs = 24 * 3_600_000;
/** A certificate is reported this number of days before it expires. */
const soonDays = 14;

/** Reports the expiry of a certificate. */
export function judgeCertificate(name: string, endsAt: number, now = Date.now()): CheckResult {
  const days = Math.floor((endsAt - now) / dayMs);
  const next = 'Renew it, and replace the files of certificate and key.';
  if (days < 0) return failure(`The certificate of ${name} has expired.`, next);
  const message = `The certificate of ${name} expires in ${days} days.`;
  return days < soonDays ? warning(message, next) : fine(message);
}

/** Reports the free share of a disk. */
export function judgeDisk(name: string, free: number, total: number): CheckResult {
  const percent = Math.floor((100 * free) / Math.max(total, 1));
  const message = `${percent} % of the disk of ${name} is free.`;
  const next = 'Free space, or enlarge the disk. A store refuses writes when its disk is full.';
  if (percent >= 15) return fine(message);
  return percent >= 5 ? warning(message, next) : failure(message, next);
}

async function checkDatabaseDisk(name: string, connection: Connection): Promise<CheckResult> {
  const stats = (await connection.db?.command({ dbStats: 1 })) as { fsUsedSize: number; fsTotalSize: number };
  return judgeDisk(`the ${name} database`, stats.fsTotalSize - stats.fsUsedSize, stats.fsTotalSize);
}

async function checkDirectory(directory: string): Promise<CheckResult[]> {
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
  const disks = async (): Promise<CheckResult[]> => [
    ...(await Promise.all([checkDatabaseDisk('core', core), checkDatabaseDisk('control', control)])),
    ...(directory === undefined ? [] : await checkDirectory(directory)),
  ];
  const checks: Check[] = [{ name: 'disk', run: disks }];
  if (certFile === undefined || keyFile === undefined) return checks;
  // An expired certificate must be reported, not thrown.
  const certificate = async () => [
    judgeCertificate('TLS_CERT_FILE', readCertificatePair(certFile, keyFile, 0).endsAt),
  ];
  return [...checks, { name: 'certificates', run: certificate }];
}
