import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

interface Row {
  id: string;
  label?: string;
  deletedAt?: string;
}
interface Units {
  units: Row[];
  total: number;
}

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

const list = async (query: string): Promise<Units> => {
  const { status, body } = await admin.call<Units>('GET', `/api/admin/units?${query}`, { as: caller });
  expect(status).toBe(200);
  return body;
};

test('updatedSince lists later creations and changes, and includeDeleted deletions', async () => {
  const [untouched, changed, deleted] = await Promise.all(
    ['1', '2', '3'].map((label) => addUnit(admin, caller, propertyId, label)),
  );
  const { body } = await admin.call<{ unit: { updatedAt: string } }>(
    'PATCH',
    `/api/admin/units/${changed?.id}`,
    { as: caller, body: { floor: '2' } },
  );
  await admin.call('DELETE', `/api/admin/units/${deleted?.id}`, { as: caller });

  const since = `updatedSince=${encodeURIComponent(body.unit.updatedAt)}`;
  const { units } = await list(since);
  expect(units.map(({ id }) => id)).toEqual([changed?.id]);

  const all = await list(`${since}&includeDeleted=true&sort=updatedAt`);
  expect(all.total).toBe(2);
  expect(all.units[0]).toMatchObject({ id: changed?.id, floor: '2' });
  expect(Object.keys(all.units[1] ?? {})).toEqual(['id', 'deletedAt']);
  expect(all.units[1]?.id).toBe(deleted?.id);

  const live = await list('includeDeleted=false');
  expect(new Set(live.units.map(({ id }) => id))).toEqual(new Set([untouched?.id, changed?.id]));
  expect(live.total).toBe(2);
});

test.each([
  'updatedSince=2026-03-01T09:30:00',
  'updatedSince=yesterday',
  'includeDeleted=yes',
  'includeDeleted=',
])('422 for %s', async (query) => {
  const { status, body } = await admin.call<{ errors: { path: string }[] }>(
    'GET',
    `/api/admin/units?${query}`,
    { as: caller },
  );
  expect(status).toBe(422);
  expect(body.errors[0]?.path).toBe(query.split('=')[0]);
});

test.each([
  'properties',
  'units',
  'users',
  'calls',
  'reports',
  'devices',
  'virtual-numbers',
  'access-points',
  'access-events',
  'passes',
  'imports',
  'api-keys',
  'onboarding/invites',
  'test-clocks',
  'webhook-endpoints',
])('a client with a copy reads %s by updatedSince and includeDeleted', async (path) => {
  const query = `updatedSince=2026-03-01T09:30:00Z&includeDeleted=true&sort=updatedAt`;
  const { status } = await admin.call('GET', `/api/admin/${path}?${query}`, { as: caller });
  expect(status).toBe(200);
});

test('a deleted webhook endpoint is listed as such to callers that could see it', async () => {
  const tenantId = caller.tenantId ?? '';
  const [ofProperty, ofTenant] = [
    webhookEndpointRow(tenantId, { propertyIds: [propertyId] }),
    webhookEndpointRow(tenantId),
  ];
  await WebhookEndpointModel.insertMany([ofProperty, ofTenant]);
  const listed = async (query: string, as = caller) => {
    const { body } = await admin.call<{ webhookEndpoints: Row[] }>(
      'GET',
      `/api/admin/webhook-endpoints?sort=updatedAt${query}`,
      { as },
    );
    return body.webhookEndpoints.map(({ id, deletedAt }) => [id, deletedAt !== undefined]);
  };
  await admin.call('DELETE', `/api/admin/webhook-endpoints/${ofTenant._id}`, { as: caller });
  expect(await listed('')).toEqual([[ofProperty._id, false]]);
  expect(await listed('&includeDeleted=true')).toEqual([
    [ofProperty._id, false],
    [ofTenant._id, true],
  ]);
  const restricted = { ...caller, propertyIds: [propertyId] };
  expect(await listed('&includeDeleted=true', restricted)).toEqual([[ofProperty._id, false]]);
});
