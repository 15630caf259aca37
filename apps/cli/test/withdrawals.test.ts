import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { openWithdrawalFiles, signWithdrawal, type Withdrawal } from '@pas/shared/audit-chain/withdrawal';
import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { ErasureModel } from '@pas/shared/models/erasure';
import { TenantModel } from '@pas/shared/models/tenant';
import { tenantRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runPas, settingsFor } from './run-pas.ts';
import { createStoreUsers, removeStoreUsers } from './store-users.ts';

const databases = await useDatabases(openOwnDatabases);
const directory = await mkdtemp(join(tmpdir(), 'withdrawals-'));
afterAll(() => rm(directory, { recursive: true }));

const own = generateKeyPairSync('ed25519');
const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => String(key.export({ format: 'pem', type }));
const env = settingsFor(databases, {
  API_KEY_PEPPER_SECRET: 'pepper-of-at-least-32-characters!',
  AUDIT_CHECKPOINT_DIR: directory,
  AUDIT_CHECKPOINT_PUBLIC_KEYS: pem(own.publicKey, 'spki'),
  AUDIT_CHECKPOINT_PRIVATE_KEY: pem(own.privateKey, 'pkcs8'),
});

const at = '2027-03-01T04:00:00.000Z';
let tenantId: string;

beforeEach(async () => {
  await databases.clear();
  await rm(join(directory, 'withdrawals'), { recursive: true, force: true });
  const row = tenantRow();
  tenantId = row._id;
  await TenantModel.insertMany([row]);
});

async function withdraw(
  action: Withdrawal['action'],
  targetId: string,
  { privateKey = own.privateKey, of = tenantId } = {},
): Promise<void> {
  const withdrawal = { tenantId: of, environment: 'DEV', action, targetId, at };
  await openWithdrawalFiles(directory, 'DEV').append(tenantId, await signWithdrawal(withdrawal, privateKey));
}

/** Issues a key of the tenant and returns its row. */
async function issueKey(): Promise<ApiKeyRow> {
  await runPas(['keys', 'create', '--name', 'CI', '--tenant', tenantId, '--scopes', 'units:read'], env);
  return (await ApiKeyModel.findOne({ tenantId }).lean<ApiKeyRow>()) as ApiKeyRow;
}

function controllerKeyRow(publicId: string): ControllerKeyRow {
  const now = new Date();
  return {
    _id: newId('controllerKey'),
    tenantId,
    accessPointId: 'acp_1',
    propertyId: 'prp_1',
    publicId,
    secretHash: 'a'.repeat(64),
    graceUntil: null,
    isLive: true,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

const restored = (settings = {}) =>
  runPas(['audit', 'restored', '--reason', 'The disk failed.'], { ...env, ...settings });
const applied = (count: number) => expect.stringContaining(`applied again: ${count}.`) as string;

test('a person who was erased after the backup is erased again, once', async () => {
  const userId = newId('user');
  await withdraw('user.erased', userId);
  expect(await restored()).toMatchObject({ code: 0, stderr: applied(1) });
  const row = await ErasureModel.findOne({ _id: userId, tenantId }).lean();
  expect(row).toMatchObject({ status: 'RUNNING', dueAt: new Date(0), requestedAt: new Date(at) });
  expect(await restored()).toMatchObject({ code: 0, stderr: applied(0) });
});

test('keys that were revoked after the backup are revoked again, with a record', async () => {
  const key = await issueKey();
  const controllerKey = controllerKeyRow('Ab3dEf6hIj9k');
  await ControllerKeyModel.insertMany([controllerKey]);
  await withdraw('api_key.revoked', key._id);
  await withdraw('controller_key.revoked', controllerKey._id);

  expect(await restored()).toMatchObject({ code: 0, stderr: applied(2) });
  const revokedReason = `Revoked at ${at}. A restore from a backup had revived it.`;
  expect(await ApiKeyModel.findById(key._id).lean()).toMatchObject({ status: 'REVOKED', revokedReason });
  const ended = await ControllerKeyModel.findOne({ _id: controllerKey._id, tenantId }).lean();
  expect(ended).toMatchObject({ isLive: false, deletedAt: new Date(at), version: 2 });
  const records = await ControlOutboxModel.find({ subject: 'pas.v1.audit.record.submitted' }).lean();
  const actions = records.map(({ envelope }) => envelope.data['action']);
  expect(actions).toEqual(expect.arrayContaining(['api_key.revoked', 'controller_key.revoked']));
});

test('the user of pas in MongoDB has the rights to apply all withdrawals', async () => {
  const key = await issueKey();
  const controllerKey = controllerKeyRow('Qq3dEf6hIj9k');
  await ControllerKeyModel.insertMany([controllerKey]);
  await withdraw('api_key.revoked', key._id);
  await withdraw('controller_key.revoked', controllerKey._id);
  await withdraw('user.erased', newId('user'));
  const [user] = await createStoreUsers(databases, ['cli-1']);
  const outcome = await restored(user);
  await removeStoreUsers();
  expect(outcome).toMatchObject({ code: 0, stderr: applied(3) });
});

test('a replaced controller key that was revoked within its grace period is revoked again, once', async () => {
  const graceUntil = new Date(Date.now() + 3_600_000);
  const replaced = { ...controllerKeyRow('Zz3dEf6hIj9k'), isLive: false, deletedAt: new Date(), graceUntil };
  await ControllerKeyModel.insertMany([replaced]);
  await withdraw('controller_key.revoked', replaced._id);
  expect(await restored()).toMatchObject({ code: 0, stderr: applied(1) });
  const ended = await ControllerKeyModel.findOne({ _id: replaced._id, tenantId }).lean();
  expect(ended).toMatchObject({ graceUntil: null, deletedAt: new Date(at) });
  expect(await restored()).toMatchObject({ code: 0, stderr: applied(0) });
});

test('a withdrawal of another signer or of another tenant has no effect, and the command exits with 1', async () => {
  const key = await issueKey();
  await withdraw('api_key.revoked', key._id, generateKeyPairSync('ed25519'));
  await withdraw('api_key.revoked', key._id, { of: newId('tenant') });
  const { code, stderr } = await restored();
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('without a valid signature, which had no effect: 2.'),
  ]);
  expect(await ApiKeyModel.findById(key._id).lean()).toMatchObject({ status: 'ACTIVE' });
});
