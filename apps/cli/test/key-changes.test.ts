import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { parseApiKey } from '@pas/shared/api-keys/key-format';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { TenantModel } from '@pas/shared/models/tenant';
import { tenantRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { beforeEach, describe, expect, test } from 'vitest';
import { runPas, settingsFor } from './run-pas.ts';

const pepper = 'pepper-of-at-least-32-characters!';

const databases = await useDatabases();
const env = settingsFor(databases, { API_KEY_PEPPER_SECRET: pepper });
let tenantId: string;

beforeEach(async () => {
  await databases.clear();
  const row = tenantRow({ name: 'maple-living', slug: 'maple-living' });
  await TenantModel.insertMany([row]);
  tenantId = row._id;
});

const pas = (...args: string[]) => runPas(['keys', ...args], env);
const ofTenant = ['--tenant', 'maple-living', '--scopes', 'units:read'];

async function rowOf(key: string): Promise<ApiKeyRow> {
  const { publicId = '' } = parseApiKey(key) ?? {};
  return (await ApiKeyModel.findOne({ publicId }).lean<ApiKeyRow>()) as ApiKeyRow;
}

async function create(...options: string[]): Promise<ApiKeyRow> {
  const { stdout } = await pas('create', '--name', 'CI', ...options);
  return rowOf(stdout.trim());
}

/** Returns the actions or subjects of a key's events, sorted, because the events of one change have no order. */
const subjectsOf = async (keyId: string): Promise<string[]> =>
  (await ControlOutboxModel.find({ 'envelope.subject': keyId }).lean())
    .map(({ subject, envelope }) => (envelope.data['action'] as string | undefined) ?? subject)
    .toSorted();

describe('pas keys list', () => {
  test('prints one line for each key of the tenant or the platform, by its status, and nothing secret', async () => {
    const [key, platform] = [await create(...ofTenant), await create('--platform')];
    const lines = async (...options: string[]) =>
      (await pas('list', ...options)).stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { id: string; status: string });
    const [line, ...more] = await lines('--tenant', tenantId);
    expect([line, more]).toMatchObject([{ id: key._id, tenantId, status: 'ACTIVE', prefix: key.prefix }, []]);
    expect(JSON.stringify(line)).not.toContain(key.secretHash);
    expect((await lines('--platform')).map(({ id }) => id)).toEqual([platform._id]);
    await ApiKeyModel.updateOne({ _id: key._id }, { $set: { expiresAt: new Date(1) } });
    expect(await lines('--tenant', 'maple-living', '--status', 'ACTIVE')).toEqual([]);
    expect(await lines('--tenant', 'maple-living', '--status', 'EXPIRED')).toMatchObject([
      { status: 'EXPIRED' },
    ]);
  });

  test.each([
    ['no owner', [], 'either --tenant or --platform'],
    ['two owners', ['--tenant', 'maple-living', '--platform'], 'either --tenant or --platform'],
    ['a status that is none', ['--platform', '--status', 'LOST'], 'Allowed choices'],
    ['an unknown tenant', ['--tenant', 'nobody'], 'No company has the id or slug nobody'],
  ])('refuses %s', async (_case, options, message) => {
    const { code, stderr } = await pas('list', ...options);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('pas keys revoke', () => {
  test('revokes a key of a tenant, with an event and an audit record that names the operator', async () => {
    const { _id: id } = await create(...ofTenant);
    const { code, stderr } = await pas('revoke', id, '--reason', 'It was published.');
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${id} is revoked`)]);
    expect(await ApiKeyModel.findById(id).lean()).toMatchObject({
      status: 'REVOKED',
      revokedReason: 'It was published.',
      version: 2,
    });
    expect(await subjectsOf(id)).toEqual(['api_key.created', 'api_key.revoked', 'pas.v1.keys.key.revoked']);
    expect((await pas('revoke', id)).code).toBe(0);
    expect(await subjectsOf(id)).toHaveLength(3);
  });

  test('revokes a key of the platform by its prefix', async () => {
    const { _id: id, prefix } = await create('--platform');
    expect((await pas('revoke', prefix)).code).toBe(0);
    expect(await ApiKeyModel.findById(id).lean()).toMatchObject({ status: 'REVOKED' });
    expect(await ControlOutboxModel.countDocuments()).toBe(0);
  });

  test('refuses an unknown key', async () => {
    const { code, stderr } = await pas('revoke', 'key_01kb3rt9d5e0p8m6q2v7x4hzjn');
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing with this id')]);
  });
});

describe('pas keys rotate', () => {
  test('prints only the successor on standard output, and gives the old key its grace period', async () => {
    const old = await create(...ofTenant, '--rate-limit', '50', '--days', '30');
    const { code, stdout } = await pas('rotate', old._id, '--grace', '60');
    expect(code).toBe(0);
    const successor = await rowOf(stdout.trim());
    const { scopes, environments, rateLimit } = old;
    expect(successor).toMatchObject({ tenantId, scopes, environments, rateLimit, rotatedFrom: old._id });
    expect(matchesApiKeyHash(stdout.trim(), successor.secretHash, pepper)).toBe(true);
    expect(Number(successor.expiresAt) - Number(successor.createdAt)).toBe(30 * 86_400_000);
    const rotated = (await ApiKeyModel.findById(old._id).lean<ApiKeyRow>()) as ApiKeyRow;
    expect(rotated).toMatchObject({ status: 'ROTATING', replacedBy: successor._id });
    expect(Number(rotated.graceUntil) - Number(rotated.rotatedAt)).toBe(60_000);
    expect(await subjectsOf(old._id)).toEqual([
      'api_key.created',
      'api_key.rotated',
      'pas.v1.keys.key.rotated',
    ]);
  });

  test('rotates a key of the platform', async () => {
    const old = await create('--platform');
    const { stdout } = await pas('rotate', old.prefix);
    expect(await rowOf(stdout.trim())).toMatchObject({
      tenantId: null,
      scopes: ['platform'],
      lineageId: old._id,
    });
  });

  test('refuses an already rotated key, and a grace period that is too long', async () => {
    const { _id: id } = await create(...ofTenant);
    expect(await pas('rotate', id, '--grace', '604801')).toMatchObject({ code: 1, stdout: '' });
    await pas('rotate', id);
    const { code, stdout, stderr } = await pas('rotate', id);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('already rotated')]);
  });
});
