import { generateKeyPairSync } from 'node:crypto';
import { appendFile, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { AuditPersonalValueModel } from '@pas/shared/models/audit-personal-value';
import { AuditRecordModel } from '@pas/shared/models/audit-record';
import type { Principal } from '@pas/shared/principal/principal';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Verification } from '../src/resources/audit/verification.schema.ts';
import {
  addProperty,
  addUnit,
  adminDependencies,
  checkpointing,
  newTenantCaller,
  startAdmin,
} from './admin-harness.ts';
import { keeper, moveHead, rewriteFrom, signEnd } from './audit-chain-support.ts';
import { sealOutbox } from './seal-outbox.ts';

type Answer = { verification: z.output<typeof Verification> };

const { files } = adminDependencies.audit.checkpoints;

let caller: Principal;
let tenantId: string;

const admin = await startAdmin();
afterAll(() => rm(checkpointing.directory, { recursive: true, force: true }));

/** Creates a tenant with a checkpoint and five records, the fourth of which is about a person. */
beforeEach(async () => {
  caller = await newTenantCaller();
  tenantId = caller.tenantId ?? '';
  const property = await addProperty(admin, caller);
  const unit = await addUnit(admin, caller, property.id);
  await addUnit(admin, caller, property.id, '5C');
  const body = { unitId: unit.id, inviteeEmail: 'jordan@example.test' };
  await admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body });
  await addUnit(admin, caller, property.id, '6D');
  await sealOutbox(tenantId);
  await signEnd(tenantId);
});

const verify = async (query = '', as = caller) =>
  (await admin.call<Answer>('GET', `/api/admin/audit/verify${query}`, { as })).body.verification;
const fileOf = (): string => join(checkpointing.directory, 'TEST', `${tenantId}.ndjson`);
const dropTail = (seq: number) => AuditRecordModel.deleteMany({ tenantId, seq: { $gt: seq } });
describe('GET /api/admin/audit/verify', () => {
  test('200 confirms an intact chain, with the keys of its checkpoints', async () => {
    const verification = await verify();
    const head = await AuditHeadModel.findById(tenantId).lean<AuditHeadRow>();
    expect(verification).toEqual({
      valid: true,
      complete: true,
      checked: 5,
      nextSeq: null,
      firstBrokenSeq: null,
      head: { seq: 5, hash: head?.hash },
      checkpoints: {
        checked: 1,
        lastSeq: 5,
        bad: [],
        publicKeys: [
          { kid: expect.any(String) as string, kty: 'OKP', crv: 'Ed25519', x: expect.any(String) as string },
        ],
      },
      restorations: [],
    });
  });

  test.each([
    [
      'one record changed',
      2,
      () => AuditRecordModel.updateOne({ tenantId, seq: 2 }, { $set: { 'record.action': 'x' } }),
    ],
    ['one record removed in the middle', 3, () => AuditRecordModel.deleteOne({ tenantId, seq: 3 })],
    ['the tail cut off', 4, () => dropTail(3)],
    ['the tail cut off and the head put back', 4, () => dropTail(3).then(() => moveHead(tenantId, 3))],
    ['all of it gone', 1, () => dropTail(0).then(() => AuditHeadModel.deleteOne({ _id: tenantId }))],
    ['the chain rewritten with hashes that fit', 5, () => rewriteFrom(tenantId, 2)],
    [
      'a personal value replaced',
      4,
      () =>
        AuditPersonalValueModel.updateMany(
          { tenantId, value: /@/ },
          { $set: { value: 'else@example.test' } },
        ),
    ],
    [
      'the program of a caller replaced',
      1,
      () => AuditPersonalValueModel.updateMany({ tenantId, value: 'node' }, { $set: { value: 'else' } }),
    ],
  ])('200 names the first broken record: %s', async (_what, firstBrokenSeq, tamper) => {
    await tamper();
    expect(await verify()).toMatchObject({ valid: false, complete: true, nextSeq: null, firstBrokenSeq });
  });

  test('200 confirms a chain with erased personal values', async () => {
    await AuditPersonalValueModel.deleteMany({ tenantId });
    expect(await verify()).toMatchObject({ valid: true, checked: 5 });
  });

  test('200 checks the requested range', async () => {
    await AuditRecordModel.updateOne({ tenantId, seq: 2 }, { $set: { 'record.action': 'x' } });
    expect(await verify('?fromSeq=3&toSeq=4')).toMatchObject({ valid: true, complete: true, checked: 2 });
    expect(await verify('?toSeq=1')).toMatchObject({ valid: true, checked: 1, head: { seq: 5 } });
  });

  test('200 reports a checkpoint with a foreign signature', async () => {
    await addProperty(admin, caller, 'Second');
    await sealOutbox(tenantId);
    await signEnd(tenantId, generateKeyPairSync('ed25519').privateKey);
    const found = await verify();
    expect(found).toMatchObject({ valid: false, firstBrokenSeq: null });
    expect(found.checkpoints).toMatchObject({ lastSeq: 5, bad: [{ line: 2, reason: 'forged' }] });
  });

  test('200 reports a checkpoint that was changed, and one of another chain', async () => {
    const [line = ''] = (await readFile(fileOf(), 'utf8')).split('\n');
    const { jws } = JSON.parse(line) as { jws: string };
    const [header = '', payload = '', signature = ''] = jws.split('.');
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...said, seq: 4 })).toString('base64url');
    await appendFile(fileOf(), `${JSON.stringify({ jws: `${header}.${other}.${signature}` })}\n`);
    expect(await verify()).toMatchObject({
      valid: false,
      checkpoints: { bad: [{ line: 2, reason: 'forged' }] },
    });
    const stranger = await newTenantCaller();
    await addProperty(admin, stranger);
    tenantId = stranger.tenantId ?? '';
    await sealOutbox(tenantId);
    await files.append(tenantId, jws);
    const found = await verify('', stranger);
    expect(found.checkpoints.bad).toEqual([{ line: 1, reason: 'forged' }]);
  });

  test('200 skips a line that a crash has truncated, and reads the next one', async () => {
    const { length } = await readFile(fileOf());
    await truncate(fileOf(), length - 40);
    await signEnd(tenantId);
    const found = await verify();
    expect(found).toMatchObject({
      valid: true,
      checkpoints: { lastSeq: 5, bad: [{ line: 1, reason: 'unreadable' }] },
    });
  });

  test('403 for a key restricted to some properties: the chain is the whole tenant’s', async () => {
    const as = { ...caller, propertyIds: [] };
    const answer = await admin.call('GET', '/api/admin/audit/verify', { as });
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
  });

  test.each(['fromSeq=0', 'fromSeq=x', 'toSeq=-1', 'toSeq=1.5'])('422 for %s', async (query) => {
    expect((await admin.call('GET', `/api/admin/audit/verify?${query}`, { as: caller })).status).toBe(422);
  });

  test('422 when fromSeq is greater than toSeq', async () => {
    const answer = await admin.call('GET', '/api/admin/audit/verify?fromSeq=4&toSeq=3', { as: caller });
    const errors = [{ path: 'toSeq', code: 'out_of_range' }];
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed', errors } });
  });

  test('200 for a tenant without sealed records', async () => {
    const as = await newTenantCaller();
    expect(await verify('', as)).toMatchObject({ valid: true, complete: true, checked: 0, head: null });
  });
});

describe('the checkpoint writer', () => {
  const countLines = async (): Promise<number> => (await readFile(fileOf(), 'utf8')).split('\n').length - 1;

  test('covers at its start the records sealed without a checkpoint', async () => {
    await rm(fileOf());
    await keeper().stop();
    expect((await verify()).checkpoints).toMatchObject({ lastSeq: 5 });
  });

  test('writes one checkpoint per chain end', async () => {
    await keeper().stop();
    await signEnd(tenantId);
    expect(await countLines()).toBe(1);
  });

  test('writes no checkpoint for a shortened chain', async () => {
    await dropTail(3);
    await moveHead(tenantId, 3);
    await signEnd(tenantId);
    expect(await countLines()).toBe(1);
  });
});
