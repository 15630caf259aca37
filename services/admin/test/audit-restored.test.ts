import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditRecordModel } from '@pas/shared/models/audit-record';
import type { Principal } from '@pas/shared/principal/principal';
import { growthOf } from '@pas/testing/read-metric';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Verification } from '../src/resources/audit/verification.schema.ts';
import { addProperty, checkpointing, newTenantCaller, startAdmin } from './admin-harness.ts';
import {
  dump,
  emptyBackup,
  restore,
  rewriteFrom,
  runAudit,
  sealAndSign,
  signEnd,
  type Backup,
} from './audit-chain-support.ts';

type Answer = { verification: z.output<typeof Verification> };

const admin = await startAdmin();
const directory = await mkdtemp(join(tmpdir(), 'pas-restored-'));
afterAll(async () => {
  for (const each of [directory, checkpointing.directory]) await rm(each, { recursive: true, force: true });
});

let caller: Principal;
let tenantId: string;
let backup: Backup;
let later: Backup;

const fileOf = (): string => join(checkpointing.directory, 'TEST', `${tenantId}.ndjson`);

/** Adds records to the chain, with a checkpoint after each. */
async function grow(count: number, as = caller): Promise<void> {
  for (let added = 0; added < count; added += 1) {
    await addProperty(admin, as);
    await sealAndSign(as.tenantId ?? '');
  }
}

const verify = async (as = caller) =>
  (await admin.call<Answer>('GET', '/api/admin/audit/verify', { as })).body.verification;

const restored = (settings?: Record<string, string>) =>
  runAudit(admin, ['restored', '--reason', 'The disk failed.'], settings);

/** Makes a backup of a chain of three records, adds two, makes a later backup, and restores the first one. */
beforeEach(async () => {
  await admin.clear();
  await rm(checkpointing.directory, { recursive: true, force: true });
  caller = await newTenantCaller();
  tenantId = caller.tenantId ?? '';
  await grow(3);
  backup = await dump();
  await grow(2);
  later = await dump();
  await restore(backup);
});

const gap = { restoredToSeq: 3, lost: { fromSeq: 4, toSeq: 5 }, reason: 'The disk failed.' };

test('checkpoints are counted as written, and as refused while the chain lacks a record', async () => {
  const counted = (result: string) => ['audit_checkpoints_total', { result }] as const;
  expect(await growthOf(counted('refused'), () => signEnd(tenantId))).toBe(1);
  const other = await newTenantCaller();
  expect(await growthOf(counted('written'), () => grow(1, other))).toBe(1);
});

test('the records that a restore has lost are explained once, and the chain is valid again', async () => {
  expect(await verify()).toMatchObject({ valid: false, firstBrokenSeq: 4, restorations: [] });

  const { code, lines } = await restored();
  expect(code).toBe(0);
  expect(lines).toMatchObject([{ tenantId, seq: 3, lost: { fromSeq: 4, toSeq: 5 }, by: /^pas/ }]);
  expect(await verify()).toMatchObject({ valid: true, checked: 3, restorations: [gap] });

  await grow(4);
  const found = await verify();
  expect(found).toMatchObject({ valid: true, checked: 8, restorations: [gap] });
  expect(found.checkpoints).toMatchObject({ lastSeq: 8, bad: [] });
  const entry = await AuditRecordModel.findOne({ tenantId, 'record.action': 'audit.restored' }).lean();
  const reason = { path: 'reason', before: null, after: 'The disk failed.' };
  expect(entry?.record.changes).toContainEqual(reason);

  const again = await restored();
  expect(again).toMatchObject({ code: 0, lines: [] });
});

test('records that the restored system has sealed before the explanation are kept', async () => {
  await addProperty(admin, caller);
  await addProperty(admin, caller);
  await addProperty(admin, caller);
  await sealAndSign(tenantId);
  expect(await verify()).toMatchObject({ valid: false, firstBrokenSeq: 4 });
  expect((await readFile(fileOf(), 'utf8')).trim().split('\n')).toHaveLength(5);
  expect((await restored()).lines).toMatchObject([{ seq: 3, lost: { fromSeq: 4, toSeq: 5 } }]);
  await sealAndSign(tenantId);
  expect(await verify()).toMatchObject({ valid: true, checked: 7, restorations: [gap] });
});

test('the explanation hides no tampering before the gap, after it, or of the gap itself', async () => {
  await restored();
  await grow(2);
  const intact = await dump();
  const tamperings: [broken: number, tamper: () => Promise<unknown>][] = [
    [2, () => AuditRecordModel.updateOne({ tenantId, seq: 2 }, { $set: { 'record.action': 'x' } })],
    [3, () => rewriteFrom(tenantId, 2)],
    [6, () => rewriteFrom(tenantId, 5)],
    [5, () => AuditRecordModel.deleteOne({ tenantId, seq: 5 })],
    [4, () => restore(backup)],
  ];
  for (const [firstBrokenSeq, tamper] of tamperings) {
    await tamper();
    expect((await verify()).valid).toBe(false);
    expect((await verify()).firstBrokenSeq).toBeLessThanOrEqual(firstBrokenSeq);
    await restore(intact);
  }
  expect(await verify()).toMatchObject({ valid: true });
});

test('a second restore, to a state before the first explanation, is a second gap', async () => {
  await restored();
  await grow(3);
  await restore(backup);
  expect(await verify()).toMatchObject({ valid: false });
  expect((await restored()).code).toBe(0);
  await grow(1);
  const found = await verify();
  expect(found).toMatchObject({ valid: true, restorations: [gap, { restoredToSeq: 3 }] });
  expect(found.restorations[1]?.lost.fromSeq).toBe(4);
});

test('a second restore, of a later backup than the first one, is a second gap', async () => {
  await restored();
  await grow(3);
  await restore(later);
  expect(await verify()).toMatchObject({ valid: false });
  expect((await restored()).lines).toMatchObject([{ seq: 3, lost: { fromSeq: 4 } }]);
  await grow(1);
  expect(await verify()).toMatchObject({ valid: true, restorations: [gap, { restoredToSeq: 3 }] });
});

test('a restore to an empty database is explained', async () => {
  await restore(emptyBackup);
  expect(await verify()).toMatchObject({ valid: false, head: null });
  expect((await restored()).lines).toMatchObject([{ seq: 0, lost: { fromSeq: 1, toSeq: 5 } }]);
  await grow(1);
  expect(await verify()).toMatchObject({ valid: true, checked: 2 });
});

test('every chain of the environment is explained, and other chains stay unchanged', async () => {
  const other = await newTenantCaller();
  const intact = await newTenantCaller();
  await grow(1, intact);
  const between = await dump();
  await grow(1, other);
  await restore(between);
  const elsewhere = await restored({ ENVIRONMENT: 'DEV' });
  expect(elsewhere).toMatchObject({ code: 0, lines: [] });
  const { lines } = await restored();
  expect(new Set(lines.map((line) => line['tenantId']))).toEqual(new Set([tenantId, other.tenantId]));
  expect(await verify(intact)).toMatchObject({ valid: true, restorations: [] });
  expect(await verify(other)).toMatchObject({ valid: true, restorations: [{ restoredToSeq: 0 }] });
});

test('an explanation without the key of the checkpoints does not count', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  await restored({ AUDIT_CHECKPOINT_PRIVATE_KEY: pem });
  expect(await verify()).toMatchObject({
    valid: false,
    firstBrokenSeq: 4,
    restorations: [],
    checkpoints: { bad: [{ reason: 'forged' }] },
  });
});

test('a copied explanation is forged and voids no later checkpoint', async () => {
  await restored();
  const marker = (await readFile(fileOf(), 'utf8')).trim().split('\n').at(-1) ?? '';
  await grow(2);
  await appendFile(fileOf(), `${marker}\n`);
  const found = await verify();
  expect(found).toMatchObject({ valid: false, checkpoints: { bad: [{ reason: 'forged' }] } });
  await restore(backup);
  expect(await verify()).toMatchObject({ valid: false, firstBrokenSeq: 4 });
});

test('a chain that was rewritten is refused, with the number of the record', async () => {
  await restored();
  await grow(2);
  await rewriteFrom(tenantId, 2);
  const { code, lines, stderr } = await restored();
  expect({ code, lines }).toEqual({ code: 1, lines: [] });
  expect(stderr).toContain(`${tenantId}: Record 2 was changed, not lost by a restore.`);
});

test('an export with its checkpoints proves the gap offline', async () => {
  await restored();
  await grow(2);
  const text = await (await admin.send('/api/admin/audit/export?checkpoints=true', { as: caller })).text();
  const file = join(directory, 'export.ndjson');
  await writeFile(file, text);
  const { code, lines, stderr } = await runAudit(admin, ['verify', file]);
  expect({ code, found: lines[0] }).toMatchObject({
    code: 0,
    found: { valid: true, restorations: [{ seq: 3, lost: { fromSeq: 4, toSeq: 5 } }] },
  });
  expect(stderr).toContain('A restore lost records 4 to 5 of the earlier chain.');
  await writeFile(
    file,
    text
      .split('\n')
      .filter((line) => !line.includes('"seq":5'))
      .join('\n'),
  );
  expect(await runAudit(admin, ['verify', file])).toMatchObject({ code: 1, lines: [{ valid: false }] });
});
