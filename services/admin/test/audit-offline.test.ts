import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@pas/platform/log/logger';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { AuditPersonalValueModel } from '@pas/shared/models/audit-personal-value';
import { AuditRecordModel } from '@pas/shared/models/audit-record';
import { programEnvironment } from '@pas/testing/program-environment';
import { afterAll, expect, test } from 'vitest';
import { keepCheckpoints } from '../src/audit-chain/keep-checkpoints.ts';
import {
  addProperty,
  addUnit,
  adminDependencies,
  checkpointing,
  newTenantCaller,
  startAdmin,
} from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const program = join(import.meta.dirname, '../../../apps/cli/src/main.ts');
const path = '/api/admin/audit/export?checkpoints=true';

const admin = await startAdmin();
const directory = await mkdtemp(join(tmpdir(), 'pas-offline-'));
const keyFile = join(directory, 'key.pem');
const [publicKey] = checkpointing.publicKeys.values();
await writeFile(keyFile, String(publicKey?.export({ format: 'pem', type: 'spki' })));
afterAll(async () => {
  for (const each of [directory, checkpointing.directory]) await rm(each, { recursive: true, force: true });
});

const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const property = await addProperty(admin, caller);
const unit = await addUnit(admin, caller, property.id);
const invite = { unitId: unit.id, inviteeEmail: 'zoë@example.test', inviteeName: 'Zoë "Z" B.' };
await admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body: invite });
await sealOutbox(tenantId);
await signEnd();

/** Writes a checkpoint of the end of the chain, as the sealer does. */
async function signEnd(): Promise<void> {
  const { files } = adminDependencies.audit.checkpoints;
  const { privateKey } = checkpointing;
  const keeper = keepCheckpoints({ files, privateKey, environment, everyRecords: 1, everyMs: 60_000, log });
  const end = await AuditHeadModel.findById(tenantId).lean<AuditHeadRow>();
  if (end) keeper.record(end);
  await keeper.stop();
}

async function exported(query = '', as = caller): Promise<string> {
  return (await admin.send(`${path}${query}`, { as })).text();
}

/** Runs the operator's program without settings of a database or network. */
async function verify(text: string): Promise<{ code: number; found: Record<string, unknown> }> {
  const file = join(directory, 'export.ndjson');
  await writeFile(file, text);
  const args = [program, 'audit', 'verify', file, '--key', keyFile];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: programEnvironment() }, (error, stdout) => {
      const found = JSON.parse(stdout || '{}') as Record<string, unknown>;
      resolve({ code: error ? Number(error.code) : 0, found });
    });
  });
}

test('the published key alone verifies an export of the running service, also after an erasure', async () => {
  const text = await exported();
  expect(text.split('\n')[0]).toMatch(/^\{"jws":"/);
  const { code, found } = await verify(text);
  expect(found).toMatchObject({ valid: true, checked: 3, uncovered: 0, tenantId, environment });
  expect(code).toBe(0);
  await AuditPersonalValueModel.deleteMany({ tenantId });
  expect(await verify(await exported())).toMatchObject({ code: 0, found: { valid: true, checked: 3 } });
});

test('an export has checkpoints only on request, and equal records without them', async () => {
  const plain = await (await admin.send('/api/admin/audit/export', { as: caller })).text();
  const lines = (await exported()).split('\n');
  expect(lines.filter((line) => !line.startsWith('{"jws"')).join('\n')).toBe(plain);
  expect(lines.length).toBe(plain.split('\n').length + 1);
  const declined = await (
    await admin.send('/api/admin/audit/export?checkpoints=false', { as: caller })
  ).text();
  expect(declined).toBe(plain);
});

test('422 for checkpoints in a table, 403 for a caller restricted to some properties', async () => {
  const table = await admin.call('GET', `${path}&format=csv`, { as: caller });
  expect(table).toMatchObject({ status: 422, body: { errors: [{ path: 'checkpoints' }] } });
  const restricted = { ...caller, propertyIds: [property.id] };
  expect(await admin.call('GET', path, { as: restricted })).toMatchObject({
    status: 403,
    body: { code: 'property_not_allowed' },
  });
});

test('an export of a truncated chain with a matching head does not verify', async () => {
  await AuditRecordModel.deleteMany({ tenantId, seq: { $gt: 2 } });
  const last = await AuditRecordModel.findOne({ tenantId, seq: 2 }).lean();
  await AuditHeadModel.updateOne({ _id: tenantId }, { $set: { seq: 2, hash: last?.hash ?? '' } });
  const { code, found } = await verify(await exported());
  expect(found).toMatchObject({ valid: false, firstBrokenSeq: 3, reason: 'cut_off' });
  expect(code).toBe(1);
});
