import { SetupLinkModel } from '@pas/shared/models/setup-link';
import { TenantModel } from '@pas/shared/models/tenant';
import { setupTokenHash } from '@pas/shared/setup-links/setup-links';
import { tenantRow } from '@pas/testing/rows';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPas } from './run-pas.ts';

describe('pas tenants', () => {
  let databases: TestDatabases;
  let env: Record<string, string>;

  beforeAll(async () => {
    databases = await openTestDatabases();
    env = {
      ENVIRONMENT: 'DEV',
      MONGO_URL: databases.coreUrl,
      CONTROL_MONGO_URL: databases.controlUrl,
      PORTAL_URL: 'https://access.example.test',
    };
  });
  afterAll(() => databases.stop());

  test('setup-link prints only the address, and revoke-setup-link ends it', async () => {
    await TenantModel.insertMany([tenantRow({ slug: 'maple-living' })]);
    const made = await runPas(['tenants', 'setup-link', 'maple-living', '--email', 'lee@maple.test'], env);
    const [base, token = ''] = made.stdout.trim().split('/api/admin/auth/setup/');
    expect([made.code, base]).toEqual([0, 'https://access.example.test']);
    const row = await SetupLinkModel.findOne({ tokenHash: setupTokenHash(token) }).lean();
    expect(row).toMatchObject({ email: 'lee@maple.test', usedAt: null, revokedAt: null });
    const ended = await runPas(['tenants', 'revoke-setup-link', row?._id ?? ''], env);
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('is REVOKED')]);
    expect((await SetupLinkModel.findById(row?._id).lean())?.revokedAt).toBeInstanceOf(Date);
  });
});
