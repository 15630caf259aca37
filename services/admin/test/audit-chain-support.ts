import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { createLogger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { hashLink } from '@pas/shared/audit-chain/link-hash';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { programEnvironment } from '@pas/testing/program-environment';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { keepCheckpoints } from '../src/audit-chain/keep-checkpoints.ts';
import { adminDependencies, checkpointing } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const program = join(import.meta.dirname, '../../../apps/cli/src/main.ts');

/** Starts the checkpoint writer of the test file's chains. */
export function keeper(privateKey = checkpointing.privateKey) {
  const { files } = adminDependencies.audit.checkpoints;
  return keepCheckpoints({ files, privateKey, environment, everyRecords: 1, everyMs: 60_000, log });
}

/** Writes a checkpoint of the end of a chain, as the sealer does. */
export async function signEnd(tenantId: string, privateKey = checkpointing.privateKey): Promise<void> {
  const end = await AuditHeadModel.findById(tenantId).lean<AuditHeadRow>();
  const checkpoints = keeper(privateKey);
  if (end) checkpoints.record(end);
  await checkpoints.stop();
}

/** Seals the submissions of a tenant and signs the end of its chain. */
export async function sealAndSign(tenantId: string): Promise<void> {
  await sealOutbox(tenantId);
  await signEnd(tenantId);
}

/** Moves the head of a chain to one of its records. */
export async function moveHead(tenantId: string, seq: number): Promise<void> {
  const row = await AuditRecordModel.findOne({ tenantId, seq }).lean<AuditRecordRow>();
  await AuditHeadModel.updateOne({ _id: tenantId }, { $set: { seq, hash: row?.hash ?? '' } });
}

/** Rewrites a chain from a record on, with matching hashes, like an attacker with full database access. */
export async function rewriteFrom(tenantId: string, first: number): Promise<void> {
  const rows = await AuditRecordModel.find({ tenantId }).sort({ seq: 1 }).lean<AuditRecordRow[]>();
  let prevHash = '0'.repeat(64);
  for (const row of rows) {
    const record = row.seq < first ? row.record : { ...row.record, action: 'unit.rewritten' };
    const hash = hashLink(prevHash, { ...row, record });
    await AuditRecordModel.updateOne({ _id: row._id, tenantId }, { $set: { record, prevHash, hash } });
    prevHash = hash;
  }
  await moveHead(tenantId, rows.length);
}

/** Rows of a backup, by collection. */
export type Backup = ReadonlyMap<string, readonly object[]>;

const collections = ['audit_records', 'audit_heads', 'audit_personal_values', 'outbox'];

/** The backup of an empty database. */
export const emptyBackup: Backup = new Map(collections.map((name) => [name, []]));

/** Returns a collection below the tenant guard, because a backup has the rows of all tenants. */
function collection(name: string) {
  if (!core.db) throw new Error('The database is not open.');
  return core.db.collection(name);
}

/** Copies the audit of the environment. */
export async function dump(): Promise<Backup> {
  const copies = collections.map(async (name) => [name, await collection(name).find().toArray()] as const);
  return new Map(await Promise.all(copies));
}

/** Replaces the audit of the environment by that of a backup. */
export async function restore(backup: Backup): Promise<void> {
  for (const [name, rows] of backup) {
    await collection(name).deleteMany({});
    if (rows.length > 0) await collection(name).insertMany([...rows]);
  }
}

const pem = (key: KeyObject): string =>
  String(key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }));

/** Outcome of a command, with the JSON objects that it printed. */
export interface AuditOutcome {
  code: number;
  lines: Record<string, unknown>[];
  stderr: string;
}

/** Runs `pas audit` on the databases of a harness. */
export function runAudit(
  { databases }: ServiceHarness,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<AuditOutcome> {
  const env = {
    ...programEnvironment(),
    ENVIRONMENT: environment,
    MONGO_URL: databases.coreUrl,
    CONTROL_MONGO_URL: databases.controlUrl,
    AUDIT_CHECKPOINT_DIR: checkpointing.directory,
    AUDIT_CHECKPOINT_PUBLIC_KEYS: [...checkpointing.publicKeys.values()].map(pem).join('\n'),
    AUDIT_CHECKPOINT_PRIVATE_KEY: pem(checkpointing.privateKey),
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'audit', ...args], { env }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      resolve({ code: error ? Number(error.code) : 0, lines: parsed, stderr });
    });
  });
}
