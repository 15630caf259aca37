import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Tenant } from '../src/resources/tenants/tenant.schema.ts';
import { addApiKey, newTenantCaller, platformCaller, startAdmin } from './admin-harness.ts';

type TenantAnswer = { tenant: z.output<typeof Tenant> };

const admin = await startAdmin();
const owner = await newTenantCaller();

const create = (body: unknown, as = platformCaller()) =>
  admin.call<TenantAnswer>('POST', '/api/admin/tenants', { as, body });

describe('POST /api/admin/tenants', () => {
  test('201 creates a tenant with the defaults, and a slug from its name', async () => {
    const { status, body } = await create({ name: 'Ærø & Søn Ejendomme', settings: { inviteTtlHours: 24 } });
    expect(status).toBe(201);
    expect(body.tenant).toMatchObject({
      status: 'ACTIVE',
      billing: { status: 'NONE', customerId: null, currentPeriodEnd: null },
      settings: { timeZone: 'UTC', inviteTtlHours: 24, numberQuarantineDays: 30, callRingSeconds: 20 },
    });
    expect(body.tenant.tenantId).toBe(body.tenant.id);
    expect(body.tenant.slug).toMatch(/^[a-z0-9-]+$/);
  });

  test('the record waits in the control database’s outbox, for the environment of the request', async () => {
    const { body } = await create({ name: 'Recorded' });
    const rows = await ControlOutboxModel.find({ tenantId: body.tenant.id }).lean();
    expect(rows.map(({ environment, envelope }) => [environment, envelope.data['action']])).toEqual([
      ['TEST', 'tenant.created'],
    ]);
    expect(await OutboxModel.countDocuments({ tenantId: body.tenant.id })).toBe(0);
  });

  test('409 names a taken slug', async () => {
    await create({ name: 'Taken' });
    const answer = await create({ name: 'Other', slug: 'taken' });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'slug' }] },
    });
  });

  test('409 names the organization of another live tenant', async () => {
    const organizationId = 'org_taken';
    const first = await create({ name: 'First of the organization', organizationId });
    expect(first.body.tenant).toMatchObject({ organizationId });
    expect(await create({ name: 'Second of the organization', organizationId })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'organizationId' }] },
    });
  });

  test('creates several tenants without an organization', async () => {
    for (const name of ['No staff yet', 'No staff either']) {
      expect(await create({ name })).toMatchObject({
        status: 201,
        body: { tenant: { organizationId: null } },
      });
    }
  });

  test('403 for all callers except the platform', async () => {
    const answer = await create({ name: 'Mine' }, owner);
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(answer.headers.get('www-authenticate')).toContain('scope="platform"');
  });
});

describe('GET /api/admin/tenants', () => {
  test('200 lists all tenants for the platform, and only its own for another caller', async () => {
    const path = '/api/admin/tenants?limit=200';
    const all = await admin.call<{ tenants: { id: string }[]; total: number }>('GET', path, {
      as: platformCaller(),
    });
    expect(all.body.total).toBeGreaterThan(1);
    const own = await admin.call('GET', path, { as: owner });
    expect(own.body).toMatchObject({ tenants: [{ id: owner.tenantId }], total: 1 });
  });

  test('404 for another tenant’s row', async () => {
    const stranger = await newTenantCaller();
    const answer = await admin.call('GET', `/api/admin/tenants/${owner.tenantId}`, { as: stranger });
    expect(answer.status).toBe(404);
  });
});

describe('PATCH /api/admin/tenants/{id}', () => {
  test('200 lets the tenant’s own callers change name and settings', async () => {
    const path = `/api/admin/tenants/${owner.tenantId}`;
    const body = { name: 'Harbor Homes Group', settings: { inviteTtlHours: 48 } };
    const answer = await admin.call<TenantAnswer>('PATCH', path, { as: owner, body });
    expect(answer.body.tenant).toMatchObject({
      name: 'Harbor Homes Group',
      settings: { inviteTtlHours: 48, callRingSeconds: 20 },
      version: 2,
    });
  });

  test.each([
    { status: 'SUSPENDED' },
    { slug: 'better' },
    { billing: { customerId: 'cus_1' } },
    { organizationId: 'org_other' },
  ])('403 for the tenant’s own callers on fields of the platform: %o', async (body) => {
    const answer = await admin.call('PATCH', `/api/admin/tenants/${owner.tenantId}`, { as: owner, body });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('403 for a restricted key: settings apply to all properties', async () => {
    const as = { ...owner, propertyIds: ['prop_01kb3rt9d5e0p8m6q2v7x4hzjn'] };
    const path = `/api/admin/tenants/${owner.tenantId}`;
    const answer = await admin.call('PATCH', path, { as, body: { settings: { inviteTtlHours: 1 } } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
    expect((await admin.call('GET', path, { as })).status).toBe(200);
  });

  test('200 lets the platform change the organization, and the record shows it', async () => {
    const { body } = await create({ name: 'Moved', organizationId: 'org_before' });
    const path = `/api/admin/tenants/${body.tenant.id}`;
    const patch = { organizationId: 'org_after' };
    const answer = await admin.call('PATCH', path, { as: platformCaller(), body: patch });
    expect(answer.body).toMatchObject({ tenant: { organizationId: 'org_after' } });
    const rows = await ControlOutboxModel.find({ tenantId: body.tenant.id }).sort({ _id: 1 }).lean();
    expect(rows.at(-1)?.envelope.data['changes']).toEqual([
      { path: 'organizationId', before: 'org_before', after: 'org_after' },
    ]);
  });

  test('200 with another customer: the subscriptions of the earlier one no longer count', async () => {
    const { body } = await create({ name: 'New payer', billing: { customerId: 'cus_before' } });
    const { id } = body.tenant;
    const mark = { subscriptionId: 'sub_1', created: 1, rank: 1, status: 'ACTIVE', currentPeriodEnd: null };
    await TenantModel.updateOne({ _id: id }, { $set: { billingMarks: [mark] } });
    const patch = async (customerId: string) => {
      const request = { as: platformCaller(), body: { billing: { customerId } } };
      await admin.call('PATCH', `/api/admin/tenants/${id}`, request);
      return (await TenantModel.findById(id).lean<TenantRow>())?.billingMarks;
    };
    expect([await patch('cus_before'), await patch('cus_after')]).toMatchObject([[mark], []]);
  });

  test('200 lets the platform suspend a tenant', async () => {
    const { body } = await create({ name: 'Late payer' });
    const path = `/api/admin/tenants/${body.tenant.id}`;
    const answer = await admin.call('PATCH', path, { as: platformCaller(), body: { status: 'SUSPENDED' } });
    expect(answer.body).toMatchObject({ tenant: { status: 'SUSPENDED', version: 2 } });
  });
});

describe('DELETE /api/admin/tenants/{id}', () => {
  const remove = (id: string | null, as = platformCaller(), headers: Record<string, string> = {}) =>
    admin.call('DELETE', `/api/admin/tenants/${id}`, { as, headers });
  const suspend = (id: string | null) =>
    admin.call('PATCH', `/api/admin/tenants/${id}`, { as: platformCaller(), body: { status: 'SUSPENDED' } });
  const read = (id: string | null) => admin.call('GET', `/api/admin/tenants/${id}`, { as: platformCaller() });

  test('204 for a suspended tenant, and 404 afterwards', async () => {
    const { tenantId: id } = await newTenantCaller();
    await suspend(id);
    expect((await remove(id)).status).toBe(204);
    expect((await read(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    const path = '/api/admin/tenants?includeDeleted=true&limit=200';
    const { body } = await admin.call<{ tenants: { id: string }[] }>('GET', path, { as: platformCaller() });
    expect(body.tenants.find((tenant) => tenant.id === id)).toHaveProperty('deletedAt');
  });

  test('revokes the live keys of the tenant, with one event each', async () => {
    const caller = await newTenantCaller();
    const keys = [await addApiKey(admin, caller), await addApiKey(admin, caller)];
    const other = await newTenantCaller();
    await addApiKey(admin, other);
    await ApiKeyModel.updateOne({ _id: keys[1]?.id ?? '' }, { $set: { expiresAt: new Date(0) } });
    await suspend(caller.tenantId);
    await remove(caller.tenantId);
    const rows = await ApiKeyModel.find({ tenantId: caller.tenantId }).sort({ _id: 1 }).lean();
    expect(rows.map(({ status, version }) => [status, version])).toEqual([
      ['REVOKED', 2],
      ['ACTIVE', 1],
    ]);
    expect(await ApiKeyModel.countDocuments({ tenantId: other.tenantId, status: 'ACTIVE' })).toBe(1);
    const subject = 'pas.v1.keys.key.revoked';
    const events = await ControlOutboxModel.find({ tenantId: caller.tenantId, subject }).lean();
    expect(events.map(({ envelope }) => envelope.data)).toEqual([
      { aggregateVersion: 2, keyId: keys[0]?.id },
    ]);
  });

  test('writes one record that names the tenant and its revoked keys', async () => {
    const caller = await newTenantCaller();
    const key = await addApiKey(admin, caller);
    await suspend(caller.tenantId);
    await remove(caller.tenantId);
    const rows = await ControlOutboxModel.find({ tenantId: caller.tenantId }).sort({ _id: 1 }).lean();
    const records = rows.filter(({ envelope }) => envelope.data['action'] === 'tenant.deleted');
    expect(records.map(({ envelope }) => envelope.data['targets'])).toEqual([
      [
        { type: 'tenant', id: caller.tenantId },
        { type: 'api_key', id: key.id },
      ],
    ]);
  });

  test('409 for a tenant that is not suspended; 412 first for another version', async () => {
    const { tenantId } = await newTenantCaller();
    const answer = await remove(tenantId);
    expect(answer).toMatchObject({ status: 409, body: { code: 'tenant_not_suspended' } });
    expect((await remove(tenantId, platformCaller(), { 'If-Match': '"7"' })).status).toBe(412);
    expect((await read(tenantId)).status).toBe(200);
  });

  test('403 for the tenant’s own callers, 404 for those of another', async () => {
    const caller = await newTenantCaller();
    const answer = await remove(caller.tenantId, caller);
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect((await remove(caller.tenantId, owner)).status).toBe(404);
  });

  test('leaves no active key among those created concurrently', async () => {
    const caller = await newTenantCaller();
    await suspend(caller.tenantId);
    await Promise.all([
      remove(caller.tenantId),
      ...Array.from({ length: 5 }, () => addApiKey(admin, caller)),
    ]);
    expect(await ApiKeyModel.countDocuments({ tenantId: caller.tenantId, status: 'ACTIVE' })).toBe(0);
  });
});
