import { ControlOutboxModel, OutboxModel } from '@pas/shared/events/outbox';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/shared/testing/service-harness';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { z } from 'zod';
import type { Tenant } from '../src/resources/tenants/tenant.schema.ts';
import { newTenantCaller, platformCaller, startAdmin } from './admin-harness.ts';

type TenantAnswer = { tenant: z.output<typeof Tenant> };

let admin: ServiceHarness;
let owner: Principal;

beforeAll(async () => {
  admin = await startAdmin(inject('mongoUrl'));
  owner = await newTenantCaller();
});
afterAll(() => admin.stop());

const create = (body: unknown, as = platformCaller()) =>
  admin.call<TenantAnswer>('POST', '/api/admin/tenants', { as, body });

describe('POST /api/admin/tenants', () => {
  test('201 takes a customer on with the defaults and a slug of its name', async () => {
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

  test('409 names the slug that is taken', async () => {
    await create({ name: 'Taken' });
    const answer = await create({ name: 'TAKEN' });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'slug' }] },
    });
  });

  test('403 for everybody but the platform', async () => {
    const answer = await create({ name: 'Mine' }, owner);
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(answer.headers.get('www-authenticate')).toContain('scope="platform"');
  });
});

describe('GET /api/admin/tenants', () => {
  test('200 lists all for the platform and the own one for everybody else', async () => {
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
  test('200 lets the tenant’s own people change name and settings', async () => {
    const path = `/api/admin/tenants/${owner.tenantId}`;
    const body = { name: 'Harbor Homes Group', settings: { inviteTtlHours: 48 } };
    const answer = await admin.call<TenantAnswer>('PATCH', path, { as: owner, body });
    expect(answer.body.tenant).toMatchObject({
      name: 'Harbor Homes Group',
      settings: { inviteTtlHours: 48, callRingSeconds: 20 },
      version: 2,
    });
  });

  test.each([{ status: 'SUSPENDED' }, { slug: 'better' }, { billing: { customerId: 'cus_1' } }])(
    '403 when they change what is the platform’s: %o',
    async (body) => {
      const answer = await admin.call('PATCH', `/api/admin/tenants/${owner.tenantId}`, { as: owner, body });
      expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    },
  );

  test('403 for a key that is restricted to some properties: settings hold for all of them', async () => {
    const as = { ...owner, propertyIds: ['prop_01kb3rt9d5e0p8m6q2v7x4hzjn'] };
    const path = `/api/admin/tenants/${owner.tenantId}`;
    const answer = await admin.call('PATCH', path, { as, body: { settings: { inviteTtlHours: 1 } } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
    expect((await admin.call('GET', path, { as })).status).toBe(200);
  });

  test('200 lets the platform suspend', async () => {
    const { body } = await create({ name: 'Late payer' });
    const path = `/api/admin/tenants/${body.tenant.id}`;
    const answer = await admin.call('PATCH', path, { as: platformCaller(), body: { status: 'SUSPENDED' } });
    expect(answer.body).toMatchObject({ tenant: { status: 'SUSPENDED', version: 2 } });
  });
});
