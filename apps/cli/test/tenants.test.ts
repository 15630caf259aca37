import { SetupLinkModel } from '@pas/shared/models/setup-link';
import { TenantModel } from '@pas/shared/models/tenant';
import { setupTokenHash } from '@pas/shared/setup-links/setup-links';
import { tenantRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { describe, expect, test } from 'vitest';
import { runPas, settingsFor } from './run-pas.ts';

const databases = await useDatabases();
const env = settingsFor(databases, { PORTAL_URL: 'https://access.example.test' });

describe('pas tenants', () => {
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
