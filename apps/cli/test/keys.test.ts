import { tenantRow } from '@pas/testing/rows';
import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { parseApiKey } from '@pas/shared/api-keys/key-format';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { TenantModel } from '@pas/shared/models/tenant';
import { useDatabases } from '@pas/testing/test-databases';
import { beforeEach, describe, expect, test } from 'vitest';
import { runPas, runPasProcess, settingsFor } from './run-pas.ts';

const pepper = 'pepper-of-at-least-32-characters!';
const databases = await useDatabases();
const env = settingsFor(databases, { API_KEY_PEPPER_SECRET: pepper });

describe('pas keys create', () => {
  let tenantId: string;

  beforeEach(async () => {
    await databases.clear();
    tenantId = await insertTenant('maple-living');
  });

  test('prints only the key on standard output, and stores only its hash', async () => {
    const { code, stdout } = await runPasProcess(
      ['keys', 'create', '--tenant', tenantId, '--name', 'CI', '--scopes', 'units:read,onboarding:*'],
      env,
    );
    expect(code).toBe(0);
    const key = stdout.trim();
    const row = await ApiKeyModel.findOne({ publicId: parseApiKey(key)?.publicId ?? '' }).lean();
    expect(row).toMatchObject({
      tenantId,
      name: 'CI',
      scopes: ['units:read', 'onboarding:*'],
      environments: ['DEV'],
      rateLimit: { limit: 600, windowSeconds: 60 },
      status: 'ACTIVE',
    });
    expect(matchesApiKeyHash(key, row?.secretHash ?? '', pepper)).toBe(true);
    expect(JSON.stringify(row)).not.toContain(key);
  });

  test('accepts the tenant’s slug, and records the operator in the audit trail', async () => {
    await runPas(
      ['keys', 'create', '--tenant', 'maple-living', '--name', 'CI', '--scopes', 'units:read'],
      env,
    );
    const [event] = await ControlOutboxModel.find({ tenantId }).lean();
    expect(event).toMatchObject({
      environment: 'DEV',
      subject: 'pas.v1.audit.record.submitted',
      envelope: {
        correlationid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        data: { action: 'api_key.created', actor: { type: 'SYSTEM' } },
      },
    });
  });

  test('creates a key of the platform, which belongs to no tenant', async () => {
    const { stdout } = await runPas(
      ['keys', 'create', '--platform', '--name', 'Operations', '--environments', 'DEV,TEST', '--days', '30'],
      env,
    );
    const row = await ApiKeyModel.findOne({ publicId: parseApiKey(stdout.trim())?.publicId ?? '' }).lean();
    expect(row).toMatchObject({ tenantId: null, scopes: ['platform'], environments: ['DEV', 'TEST'] });
    const days = (Number(row?.expiresAt) - Number(row?.createdAt)) / 86_400_000;
    expect(days).toBe(30);
  });

  test.each([
    ['an unknown tenant', ['--tenant', 'nobody', '--scopes', 'units:read'], 'No company has the id or slug'],
    ['a scope that is none', ['--tenant', 'maple-living', '--scopes', 'doors:open'], 'Expected a scope'],
    ['no owner', ['--scopes', 'units:read'], 'either --tenant and --scopes'],
    ['two owners', ['--tenant', 'maple-living', '--platform'], 'either --tenant and --scopes'],
    ['a longer life than a key may have', ['--platform', '--days', '366'], '--days'],
  ])('refuses %s and creates no key', async (_case, options, message) => {
    const { code, stdout, stderr } = await runPas(['keys', 'create', '--name', 'CI', ...options], env);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(await ApiKeyModel.countDocuments()).toBe(0);
  });

  test('lists every setting that is missing', async () => {
    const { code, stderr } = await runPasProcess(
      ['keys', 'create', '--platform', '--name', 'Operations'],
      {},
    );
    expect(code).toBe(1);
    for (const name of ['ENVIRONMENT', 'MONGO_URL', 'API_KEY_PEPPER_SECRET']) {
      expect(stderr).toContain(`${name}: is missing.`);
    }
  });

  async function insertTenant(slug: string): Promise<string> {
    const row = tenantRow({ name: slug, slug });
    await TenantModel.insertMany([row]);
    return row._id;
  }
});
