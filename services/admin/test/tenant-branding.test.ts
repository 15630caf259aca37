import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { TenantModel } from '@pas/shared/models/tenant';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Tenant } from '../src/resources/tenants/tenant.schema.ts';
import { newTenantCaller, startAdmin } from './admin-harness.ts';

const admin = await startAdmin();
let owner: Principal;
beforeAll(async () => {
  owner = await newTenantCaller();
});

const patch = (branding: object, as = owner) =>
  admin.call<{ tenant: z.output<typeof Tenant> }>('PATCH', `/api/admin/tenants/${as.tenantId}`, {
    as,
    body: { settings: { branding } },
  });

describe('settings.branding', () => {
  test('200 merges its fields, trims the name, and null clears one', async () => {
    const set = await patch({ name: '  Harbor\u200b Living ', accent: '#0B6E4F' });
    expect(set.body.tenant.settings.branding).toEqual({ name: 'Harbor Living', accent: '#0b6e4f' });
    const cleared = await patch({ name: null });
    expect(cleared.body.tenant.settings.branding).toEqual({ name: null, accent: '#0b6e4f' });
    expect(cleared.body.tenant.settings.callRingSeconds).toBe(20);
    const rows = await ControlOutboxModel.find({ tenantId: owner.tenantId }).sort({ _id: 1 }).lean();
    expect(rows.at(-1)?.envelope.data['changes']).toEqual([
      { path: 'settings.branding.name', before: 'Harbor Living', after: null },
    ]);
  });

  test('200 with the same version when nothing changes', async () => {
    const { body } = await patch({ accent: '#1d5fc4' });
    expect((await patch({ accent: '#1D5FC4' })).body.tenant.version).toBe(body.tenant.version);
  });

  test('422 names the contrast of a light colour and the next step', async () => {
    const answer = await patch({ accent: '#ffcc00' });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [
          {
            path: 'settings.branding.accent',
            message: expect.stringMatching(
              /The contrast of #ffcc00 with white is 1\.5:1.+at least 4\.5:1\. Choose a darker colour\.$/,
            ) as string,
          },
        ],
      },
    });
  });

  test.each([
    [{ accent: 'red' }, 'settings.branding.accent'],
    [{ accent: '#0b6e4f;}' }, 'settings.branding.accent'],
    [{ accent: '#777777' }, 'settings.branding.accent'],
    [{ name: '\u202e \u200b' }, 'settings.branding.name'],
    [{ name: 'x'.repeat(81) }, 'settings.branding.name'],
    [{ logo: 'x' }, 'settings.branding.logo'],
  ])('422 for %o', async (branding, path) => {
    expect(await patch(branding)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });

  test('a row without branding shows empty fields, and takes new ones', async () => {
    const as = await newTenantCaller();
    const _id = as.tenantId ?? '';
    await TenantModel.collection.updateOne({ _id } as never, { $unset: { 'settings.branding': 1, logo: 1 } });
    const { body } = await admin.call('GET', `/api/admin/tenants/${_id}`, { as });
    const branding = { name: null, accent: null };
    expect(body).toMatchObject({ tenant: { settings: { branding }, logoUrl: null } });
    const changed = await patch({ accent: '#0b6e4f' }, as);
    expect(changed.body.tenant.settings.branding).toEqual({ name: null, accent: '#0b6e4f' });
  });
});
