import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { TenantLogoModel } from '@pas/shared/models/tenant-logo';
import { TenantModel } from '@pas/shared/models/tenant';
import type { Principal } from '@pas/shared/principal/principal';
import { pngFile } from '@pas/testing/hostile/png-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { newTenantCaller, platformCaller, startAdmin } from './admin-harness.ts';
import { sentLogo, setLogo } from './logo-support.ts';

const admin = await startAdmin();
let owner: Principal;
beforeAll(async () => {
  owner = await newTenantCaller();
});

const asPng = { headers: { 'content-type': 'image/png' } };
const pathOf = ({ tenantId }: Principal): string => `/api/admin/tenants/${tenantId}/logo`;
const remove = (as: Principal, headers: Record<string, string> = {}) =>
  admin.call('DELETE', pathOf(as), { as, headers });

async function changesOf({ tenantId }: Principal): Promise<unknown[]> {
  const rows = await ControlOutboxModel.find({ tenantId }).sort({ _id: 1 }).lean();
  return rows.map(({ envelope }) => [envelope.data['action'], envelope.data['changes']]);
}

describe('PUT /api/admin/tenants/{id}/logo', () => {
  test('200 stores the cleaned image, and answers the tenant with its address and its ETag', async () => {
    const script = sentLogo.text.replace('<circle', '<script>alert(1)</script><circle');
    const { status, headers, body } = await setLogo(admin, owner, script);
    expect([status, headers.get('etag'), body.tenant.version]).toEqual([200, '"2"', 2]);
    const row = await TenantLogoModel.findById(owner.tenantId ?? '').lean();
    expect(body.tenant.logoUrl).toBe(`http://portal.test/brand/${owner.tenantId}/${row?.hash}`);
    expect([row?.mediaType, row?.bytes.toString()]).toEqual([sentLogo.type, sentLogo.text]);
  });

  test('the same image again changes nothing; another one has another address', async () => {
    const as = await newTenantCaller();
    const first = await setLogo(admin, as, sentLogo.text);
    expect((await setLogo(admin, as, sentLogo.text)).body.tenant.version).toBe(2);
    const second = await setLogo(admin, as, pngFile(), asPng);
    expect(second.body.tenant).toMatchObject({ version: 3 });
    expect(second.body.tenant.logoUrl).not.toBe(first.body.tenant.logoUrl);
    const [hash, next] = [first, second].map(({ body }) => body.tenant.logoUrl?.split('/').at(-1));
    expect(await changesOf(as)).toEqual([
      ['tenant.updated', [{ path: 'logo', before: null, after: hash }]],
      ['tenant.updated', [{ path: 'logo', before: hash, after: next }]],
    ]);
  });

  test('412 for an outdated version, and nothing is stored', async () => {
    const as = await newTenantCaller();
    expect((await setLogo(admin, as, sentLogo.text, { headers: { 'if-match': '"7"' } })).status).toBe(412);
    expect(await TenantLogoModel.countDocuments({ _id: as.tenantId ?? '' })).toBe(0);
  });

  test('404 for another tenant; the platform sets the logo of any tenant', async () => {
    const stranger = await newTenantCaller();
    expect((await setLogo(admin, owner, sentLogo.text, { id: stranger.tenantId })).status).toBe(404);
    const platform = platformCaller();
    expect((await setLogo(admin, platform, sentLogo.text, { id: stranger.tenantId })).status).toBe(200);
  });

  test('413 above 100 kB, 415 for another type, 422 for bytes that are no such image', async () => {
    const large = await setLogo(admin, owner, Buffer.alloc(100_001), asPng);
    const other = await setLogo(admin, owner, 'GIF89a', { headers: { 'content-type': 'image/gif' } });
    const bad = await setLogo(admin, owner, sentLogo.text, asPng);
    expect([large.status, other.status, bad.status]).toEqual([413, 415, 422]);
    expect(bad.body).toMatchObject({ errors: [{ path: 'logo', code: 'not_an_image' }] });
  });

  test('fifty callers at once end with one image, and the address names it', async () => {
    const as = await newTenantCaller();
    const images = Array.from({ length: 50 }, (_, at) =>
      sentLogo.text.replace('r="1"', `r="${(at % 5) + 1}"`),
    );
    const answers = await Promise.all(images.map((image) => setLogo(admin, as, image)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [row, tenant] = await Promise.all([
      TenantLogoModel.findById(as.tenantId ?? '').lean(),
      TenantModel.findById(as.tenantId ?? '').lean(),
    ]);
    expect(tenant?.logo?.hash).toBe(row?.hash);
  });
});

describe('DELETE /api/admin/tenants/{id}/logo', () => {
  test('204 removes the image, and again 204', async () => {
    const as = await newTenantCaller();
    await setLogo(admin, as, sentLogo.text);
    expect((await remove(as, { 'if-match': '"1"' })).status).toBe(412);
    expect([(await remove(as)).status, (await remove(as)).status]).toEqual([204, 204]);
    expect(await TenantLogoModel.countDocuments({ _id: as.tenantId ?? '' })).toBe(0);
    const { body } = await admin.call('GET', `/api/admin/tenants/${as.tenantId}`, { as });
    expect(body).toMatchObject({ tenant: { logoUrl: null, version: 3 } });
  });

  test('the deletion of a tenant removes its logo', async () => {
    const as = await newTenantCaller();
    await setLogo(admin, as, sentLogo.text);
    await TenantModel.updateOne({ _id: as.tenantId ?? '' }, { $set: { status: 'SUSPENDED' } });
    const path = `/api/admin/tenants/${as.tenantId}`;
    expect((await admin.call('DELETE', path, { as: platformCaller() })).status).toBe(204);
    expect(await TenantLogoModel.countDocuments({ _id: as.tenantId ?? '' })).toBe(0);
  });
});
